import { ButtonLink } from '../shared/routing/link.tsx';
import { ResultPage } from '../shared/layout/ResultPage.tsx';
import { useTranslate } from '../shared/i18n/use-translate.ts';

export default function NotFoundRoute() {
  const t = useTranslate();
  return (
    <ResultPage
      icon="info"
      title={t('notFound.title')}
      action={<ButtonLink to="/home">{t('app.backHome')}</ButtonLink>}
    >
      {t('notFound.body')}
    </ResultPage>
  );
}
