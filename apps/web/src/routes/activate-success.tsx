import { useConfig } from '../shared/api/config.ts';
import { ButtonLink } from '../shared/routing/link.tsx';
import { ResultPage } from '../shared/layout/ResultPage.tsx';
import { useTranslate } from '../shared/i18n/use-translate.ts';
import { useStore } from '../shared/state/store.ts';
import { Documents } from '../features/identity/Documents.tsx';
import { isBusinessType } from '../features/identity/labels.ts';
import { activatedBusiness } from '../features/registration/draft.ts';

export default function ActivateSuccessRoute() {
  const t = useTranslate();
  const config = useConfig();
  const businessType = useStore(activatedBusiness);
  return (
    <ResultPage
      icon="check"
      title={t('activation.success.title')}
      action={<ButtonLink to="/login">{t('activation.success.action')}</ButtonLink>}
    >
      {isBusinessType(businessType) ? (
        <Documents businessType={businessType} email={config?.supportEmail ?? ''} />
      ) : (
        t('activation.success.body')
      )}
    </ResultPage>
  );
}
