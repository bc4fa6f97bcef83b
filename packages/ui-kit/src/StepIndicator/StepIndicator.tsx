import type { Ref } from 'react';
import { styled } from 'styled-components';
import { vars } from '../tokens.js';

export interface StepIndicatorProps {
  /** E.g. `Step 2 of 3`. */
  label: string;
  /** Makes it a heading of this level that can receive focus, so that a screen reader announces each new step. */
  headingLevel?: 2 | 3 | undefined;
  ref?: Ref<HTMLHeadingElement> | undefined;
}

const Text = styled.p`
  color: ${vars.fgMuted};
  font: ${vars.typeLabel};

  &:focus {
    outline: none;
  }
`;

/** The current step of a process and the number of steps. */
export function StepIndicator({ label, headingLevel, ref }: StepIndicatorProps) {
  if (headingLevel === undefined) return <Text>{label}</Text>;
  return (
    <Text as={`h${headingLevel}`} ref={ref} tabIndex={-1}>
      {label}
    </Text>
  );
}
