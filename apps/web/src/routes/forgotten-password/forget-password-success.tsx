import { ButtonLink } from '../../shared/routing/link.tsx';
import { ResultPage } from '../../shared/layout/ResultPage.tsx';
import { useTranslate } from '../../shared/i18n/use-translate.ts';

export default function ForgetPasswordSuccessRoute() {
  const t = useTranslate();
  return (
    <ResultPage
      icon="check"
      title={t('forgot.success.title')}
      action={<ButtonLink to="/login">{t('forgot.success.action')}</ButtonLink>}
    >
      {t('forgot.success.body')}
    </ResultPage>
  );
}
