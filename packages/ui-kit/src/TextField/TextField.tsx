import { type InputHTMLAttributes, type ReactNode, type Ref, useId, useState } from 'react';
import { IconButton } from '../IconButton/index.js';
import { Field, fieldState, Input } from './Field.js';

export interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'style' | 'className' | 'size'> {
  label: string;
  /** Help text below the field. */
  hint?: ReactNode | undefined;
  /** Error message with the remedy. Marks the field invalid. */
  error?: string | undefined;
  /** Aligns digits, for amounts and codes. @default false */
  isNumeric?: boolean | undefined;
  /** Element at the beginning of the field, e.g. the country of a phone number. */
  leading?: ReactNode | undefined;
  /** Element at the end of the field, e.g. a currency. */
  trailing?: ReactNode | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

/** One line of text with the label above and the error below. */
export function TextField({ label, hint, error, isNumeric, leading, trailing, id, ...input }: TextFieldProps) {
  const generated = useId();
  const inputId = id ?? generated;
  return (
    <Field id={inputId} label={label} hint={hint} error={error}>
      {leading}
      <Input {...input} {...fieldState(inputId, hint, error)} data-numeric={isNumeric ? '' : undefined} />
      {trailing}
    </Field>
  );
}

export interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'trailing' | 'isNumeric'> {
  /** Labels of the button that shows and hides the password. */
  showLabel: string;
  hideLabel: string;
}

/** A password field that can show its content. It allows pasting, so password managers work. */
export function PasswordField({ showLabel, hideLabel, ...field }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...field}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="off"
      spellCheck={false}
      trailing={
        <IconButton
          icon={isShown ? 'eyeOff' : 'eye'}
          label={isShown ? hideLabel : showLabel}
          onClick={() => setShown(!isShown)}
        />
      }
    />
  );
}
