import { TextField, type TextFieldProps } from '@wusd/ui-kit/TextField';

/** The address that an account is known by. */
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
