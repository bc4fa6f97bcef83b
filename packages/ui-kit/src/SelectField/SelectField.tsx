import { type ReactNode, type Ref, type SelectHTMLAttributes, useId } from 'react';
import { styled } from 'styled-components';
import { Icon } from '../Icon/index.js';
import { fieldState, Frame, Label, Notes, Root } from '../TextField/Field.js';
import { vars } from '../tokens.js';
import { VisuallyHidden } from '../VisuallyHidden/index.js';

export interface SelectFieldProps extends Omit<
  SelectHTMLAttributes<HTMLSelectElement>,
  'style' | 'className' | 'size'
> {
  label: string;
  options: readonly { value: string; label: string }[];
  /** Shown while nothing is chosen. It can't be chosen itself. */
  placeholder?: string | undefined;
  /** Help text below the field. */
  hint?: ReactNode | undefined;
  /** Error message with the remedy. Marks the field invalid. */
  error?: string | undefined;
  /** Hides the label visually. Use it only if the context makes the meaning clear. @default false */
  isLabelHidden?: boolean | undefined;
  /** Element before the chosen value, e.g. a currency icon. */
  leading?: ReactNode | undefined;
  /** Removes the outline, for use inside another field or in the header. @default false */
  isBare?: boolean | undefined;
  ref?: Ref<HTMLSelectElement> | undefined;
}

const Leading = styled.span`
  position: absolute;
  inset-inline-start: 10px;
  display: grid;
  pointer-events: none;
`;
const Chevron = styled.span`
  position: absolute;
  inset-inline-end: 8px;
  display: grid;
  color: ${vars.fgMuted};
  pointer-events: none;
`;
const Select = styled.select`
  appearance: none;
  width: 100%;
  min-height: 42px;
  padding: ${vars.space3} ${vars.space7} ${vars.space3} ${vars.space4};
  border: 0;
  border-radius: inherit;
  background: transparent;
  font: ${vars.typeBody};
  cursor: pointer;

  &:focus {
    outline: none;
  }
  &[data-leading] {
    padding-inline-start: 42px;
  }
  option {
    background: ${vars.raised};
    color: ${vars.fg};
  }
`;

/** A choice among a few named values, with the platform's native picker. */
export function SelectField({
  label,
  options,
  placeholder,
  hint,
  error,
  isLabelHidden,
  leading,
  isBare,
  id,
  ...select
}: SelectFieldProps) {
  const generated = useId();
  const selectId = id ?? generated;
  const name = <Label htmlFor={selectId}>{label}</Label>;
  return (
    <Root>
      {isLabelHidden ? <VisuallyHidden>{name}</VisuallyHidden> : name}
      <Frame data-bare={isBare ? '' : undefined} data-invalid={error === undefined ? undefined : ''}>
        {leading !== undefined && <Leading>{leading}</Leading>}
        <Select
          {...select}
          {...fieldState(selectId, hint, error)}
          data-leading={leading === undefined ? undefined : ''}
        >
          {placeholder !== undefined && (
            <option value="" disabled hidden>
              {placeholder}
            </option>
          )}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Select>
        <Chevron>
          <Icon name="chevronDown" size={16} />
        </Chevron>
      </Frame>
      <Notes id={selectId} hint={hint} error={error} />
    </Root>
  );
}
