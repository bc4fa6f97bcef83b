import { type InputHTMLAttributes, type Ref, useId } from 'react';
import { styled } from 'styled-components';
import { vars } from '../tokens.js';
import { Field, fieldState, Input } from '../TextField/Field.js';

export interface CodeFieldProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'style' | 'className' | 'onChange' | 'value' | 'type' | 'size'
> {
  label: string;
  value: string;
  /** Called with up to `length` digits after typing or pasting; other characters are removed. */
  onChange: (digits: string) => void;
  /** Called once the code is complete. */
  onComplete?: ((digits: string) => void) | undefined;
  /** @default 6 */
  length?: number | undefined;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

const Digits = styled(Input)`
  font: ${vars.typeTitle1};
  font-variant-numeric: tabular-nums lining-nums;
  letter-spacing: 0.35em;
  text-align: center;
  /* The letter space behind the last digit would push the code off centre. */
  text-indent: 0.35em;
`;

/** A one-time code: one native field, so that paste, autofill from SMS and screen readers work. */
export function CodeField({ label, value, onChange, onComplete, length = 6, error, id, ...input }: CodeFieldProps) {
  const generated = useId();
  const inputId = id ?? generated;
  return (
    <Field id={inputId} label={label} error={error}>
      <Digits
        {...input}
        {...fieldState(inputId, undefined, error)}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={value}
        onChange={(event) => {
          const digits = event.target.value.replaceAll(/\D/g, '').slice(0, length);
          onChange(digits);
          if (digits.length === length && digits !== value) onComplete?.(digits);
        }}
      />
    </Field>
  );
}
