import { ButtonLink } from '../shared/routing/link.tsx';
import { ResultPage } from '../shared/layout/ResultPage.tsx';
import { useTranslate } from '../shared/i18n/use-translate.ts';

export default function ActivateSuccessRoute() {
  const t = useTranslate();
  return (
    <ResultPage
      icon="check"
      title={t('activation.success.title')}
      action={<ButtonLink to="/login">{t('activation.success.action')}</ButtonLink>}
    >
      {t('activation.success.body')}
    </ResultPage>
  );
}
