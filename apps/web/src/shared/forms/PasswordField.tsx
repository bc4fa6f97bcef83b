import { PasswordField as KitPasswordField, type PasswordFieldProps } from '@wusd/ui-kit/TextField';
import { useTranslate } from '../i18n/use-translate.ts';

/** A password, old or new, with translated labels of the button that shows it. */
export function PasswordField(props: Omit<PasswordFieldProps, 'showLabel' | 'hideLabel'>) {
  const t = useTranslate();
  return <KitPasswordField {...props} showLabel={t('login.showPassword')} hideLabel={t('login.hidePassword')} />;
}
