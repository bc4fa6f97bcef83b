import { TextField, type TextFieldProps } from '@wusd/ui-kit/TextField';
import { useWords } from '../words.ts';

/** A phone number, however people write it; `toE164` reads it. */
export function PhoneField(props: Omit<TextFieldProps, 'label' | 'hint' | 'type' | 'inputMode' | 'autoComplete'>) {
  const words = useWords();
  return (
    <TextField
      {...props}
      label={words('phone.label')}
      hint={words('phone.hint')}
      type="tel"
      autoComplete="tel"
      inputMode="tel"
      maxLength={30}
    />
  );
}
