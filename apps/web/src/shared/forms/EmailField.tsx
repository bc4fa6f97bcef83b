import { TextField, type TextFieldProps } from '@wusd/ui-kit/TextField';

/** The address that an account is known by. */
export function EmailField(props: TextFieldProps) {
  return (
    <TextField
      {...props}
      type="email"
      autoComplete="username"
      inputMode="email"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={100}
    />
  );
}
