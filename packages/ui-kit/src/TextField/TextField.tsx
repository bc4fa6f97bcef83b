import { type InputHTMLAttributes, type ReactNode, type Ref, useId, useState } from 'react';
import { styled } from 'styled-components';
import { Icon } from '../Icon/index.js';
import { vars } from '../tokens.js';
import { Box, ErrorText, Hint, Input, Label, Root } from './field.js';

export interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'style' | 'className' | 'size'> {
  label: string;
  /** Under the field, always there. */
  hint?: ReactNode | undefined;
  /** What is wrong and what to do. Marks the field invalid. */
  error?: string | undefined;
  /** Digits line up; for amounts and codes. @default false */
  isNumeric?: boolean | undefined;
  /** At the end of the field, e.g. a currency. */
  trailing?: ReactNode | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

/** One line of text with its label above and what is wrong below. */
export function TextField({ label, hint, error, isNumeric, trailing, id, ...input }: TextFieldProps) {
  const generated = useId();
  const inputId = id ?? generated;
  const describedBy = [hint !== undefined && `${inputId}-hint`, error !== undefined && `${inputId}-error`]
    .filter(Boolean)
    .join(' ');
  return (
    <Root>
      <Label htmlFor={inputId}>{label}</Label>
      <Box data-invalid={error === undefined ? undefined : ''}>
        <Input
          {...input}
          id={inputId}
          data-numeric={isNumeric ? '' : undefined}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={describedBy || undefined}
        />
        {trailing}
      </Box>
      {hint !== undefined && <Hint id={`${inputId}-hint`}>{hint}</Hint>}
      {error !== undefined && (
        <ErrorText id={`${inputId}-error`}>
          <Icon name="alert" size={16} />
          {error}
        </ErrorText>
      )}
    </Root>
  );
}

export interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'trailing' | 'isNumeric'> {
  /** Names of the button that shows and hides what is typed. */
  showLabel: string;
  hideLabel: string;
}

const Toggle = styled.button`
  display: grid;
  place-items: center;
  width: 44px;
  height: 42px;
  border: 0;
  border-radius: ${vars.radiusControl};
  background: transparent;
  color: ${vars.fgMuted};
  cursor: pointer;
`;

/** A password that can be shown. Pasting works, so password managers do. */
export function PasswordField({ showLabel, hideLabel, ...field }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...field}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="off"
      spellCheck={false}
      trailing={
        <Toggle type="button" aria-label={isShown ? hideLabel : showLabel} onClick={() => setShown(!isShown)}>
          <Icon name={isShown ? 'eyeOff' : 'eye'} />
        </Toggle>
      }
    />
  );
}
