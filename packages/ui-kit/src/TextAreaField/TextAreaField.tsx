import { type ReactNode, type Ref, type TextareaHTMLAttributes, useId } from 'react';
import { styled } from 'styled-components';
import { Field, fieldState, Input } from '../TextField/Field.js';
import { vars } from '../tokens.js';

export interface TextAreaFieldProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'style' | 'className'> {
  label: string;
  /** Help text below the field. */
  hint?: ReactNode | undefined;
  /** Error message with the remedy. Marks the field invalid. */
  error?: string | undefined;
  ref?: Ref<HTMLTextAreaElement> | undefined;
}

const Area = styled(Input).attrs({ as: 'textarea' })`
  min-height: 8lh;
  /* Grows with what is written, where the browser can. */
  field-sizing: content;
  max-height: 60dvh;
  resize: vertical;
  line-height: ${vars.space6};
`;

/** Several lines of text with the label above and the error below. */
export function TextAreaField({ label, hint, error, id, ...area }: TextAreaFieldProps) {
  const generated = useId();
  const areaId = id ?? generated;
  return (
    <Field id={areaId} label={label} hint={hint} error={error}>
      <Area {...area} {...fieldState(areaId, hint, error)} />
    </Field>
  );
}
