import type { ReactNode } from 'react';
import { useId } from 'react';
import { styled } from 'styled-components';
import { Icon, type IconName } from '../Icon/index.js';
import { vars } from '../tokens.js';

export interface ChoiceOption {
  value: string;
  label: string;
  /** Help text below the label. */
  hint?: ReactNode | undefined;
  icon?: IconName | undefined;
}

export interface ChoiceProps {
  /** Name of the group. */
  legend: string;
  options: readonly ChoiceOption[];
  value: string | undefined;
  onChange: (value: string) => void;
}

const Legend = styled.legend`
  padding: 0;
  margin-bottom: ${vars.space3};
  font: ${vars.typeLabel};
`;
const Options = styled.div`
  display: grid;
  gap: ${vars.space3};
`;
const Option = styled.label`
  display: flex;
  align-items: center;
  gap: ${vars.space4};
  min-height: 60px;
  padding: ${vars.space4} ${vars.space5};
  border: 1px solid ${vars.borderControl};
  border-radius: ${vars.radiusControl};
  background: ${vars.surface};
  cursor: pointer;

  &:hover {
    background: ${vars.sunken};
  }
  &:has(:checked) {
    border-color: ${vars.accent};
    box-shadow: inset 0 0 0 1px ${vars.accent};
    background: ${vars.accentWash};
  }
  &:has(:focus-visible) {
    outline: 2px solid ${vars.focus};
    outline-offset: 2px;
  }
`;
const Radio = styled.input`
  flex: none;
  width: 20px;
  height: 20px;
  margin: 0;
  accent-color: ${vars.accent};

  &:focus-visible {
    outline: none;
  }
`;
const Text = styled.span`
  display: grid;
  flex: 1;
`;
const Hint = styled.span`
  font: ${vars.typeCaption};
  color: ${vars.fgMuted};
`;

/** A few exclusive options with explanations: native radio buttons on cards. */
export function Choice({ legend, options, value, onChange }: ChoiceProps) {
  const name = useId();
  return (
    <fieldset>
      <Legend>{legend}</Legend>
      <Options>
        {options.map((option) => (
          <Option key={option.value}>
            <Radio
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <Text>
              {option.label}
              {option.hint !== undefined && <Hint>{option.hint}</Hint>}
            </Text>
            {option.icon && <Icon name={option.icon} />}
          </Option>
        ))}
      </Options>
    </fieldset>
  );
}
