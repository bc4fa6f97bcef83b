import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import { styled } from 'styled-components';
import { fieldState, Notes } from '../TextField/Field.js';
import { vars } from '../tokens.js';

export interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'style' | 'className' | 'type'> {
  label: string;
  /** Help text below the label. */
  hint?: ReactNode | undefined;
  /** Error message with the remedy. Marks the box invalid. */
  error?: string | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

const Root = styled.div`
  display: grid;
  gap: ${vars.space2};
`;
const Row = styled.label`
  display: flex;
  align-items: center;
  gap: ${vars.space4};
  min-height: ${vars.sizeControl};
  cursor: pointer;

  input {
    flex: none;
    width: 20px;
    height: 20px;
    margin: 0;
    accent-color: ${vars.accent};
  }
`;

/** A native checkbox for agreement or confirmation, with a label that can be pressed. */
export function Checkbox({ label, hint, error, id, ...input }: CheckboxProps) {
  const generated = useId();
  const inputId = id ?? generated;
  return (
    <Root>
      <Row>
        <input {...input} {...fieldState(inputId, hint, error)} type="checkbox" />
        {label}
      </Row>
      <Notes id={inputId} hint={hint} error={error} />
    </Root>
  );
}
