import { StepIndicator } from '@wusd/ui-kit/StepIndicator';
import { useTranslate } from '../../shared/i18n/use-translate.ts';

/** The current step of the registration: account, details. */
export function RegistrationStep({ step }: { step: 1 | 2 }) {
  const t = useTranslate();
  return <StepIndicator label={t('register.step', { step, count: 2 })} />;
}
