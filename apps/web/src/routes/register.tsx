import { Card } from '@wusd/ui-kit/Card';
import { Page } from '../shared/layout/Page.tsx';
import { useTranslate } from '../shared/i18n/use-translate.ts';
import { AccountForm } from '../features/registration/AccountForm.tsx';
import { RegistrationStep } from '../features/registration/RegistrationStep.tsx';

export default function RegisterRoute() {
  const t = useTranslate();
  return (
    <Page title={t('register.title')} width="flow" intro={t('register.intro')} aside={<RegistrationStep step={1} />}>
      <Card>
        <AccountForm />
      </Card>
    </Page>
  );
}
