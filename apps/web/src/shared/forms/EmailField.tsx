import { TextField, type TextFieldProps } from '@wusd/ui-kit/TextField';

/** Field for the e-mail address that identifies an account. */
export function EmailField(props: TextFieldProps) {
  return (
    <TextField
      autoComplete="username"
      {...props}
      type="email"
      inputMode="email"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={100}
    />
  );
}
