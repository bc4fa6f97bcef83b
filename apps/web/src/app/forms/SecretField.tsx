import { PasswordField, type PasswordFieldProps } from '@wusd/ui-kit/TextField';
import { useWords } from '../words.ts';

/** A password, old or new, with the words of the button that shows it. */
export function SecretField(props: Omit<PasswordFieldProps, 'showLabel' | 'hideLabel'>) {
  const words = useWords();
  return <PasswordField {...props} showLabel={words('login.showPassword')} hideLabel={words('login.hidePassword')} />;
}
