import { PasswordField as KitPasswordField, type PasswordFieldProps } from '@wusd/ui-kit/TextField';
import { useTranslate } from '../i18n/use-translate.ts';

/** A password field with translated labels for its show and hide button. */
export function PasswordField(props: Omit<PasswordFieldProps, 'showLabel' | 'hideLabel'>) {
  const t = useTranslate();
  return <KitPasswordField {...props} showLabel={t('login.showPassword')} hideLabel={t('login.hidePassword')} />;
}
