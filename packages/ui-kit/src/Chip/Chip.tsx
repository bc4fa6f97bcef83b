import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Icon, type IconName } from '../Icon/index.js';
import { vars } from '../tokens.js';

export interface ChipProps {
  tone: 'neutral' | 'positive' | 'warning' | 'negative';
  icon: IconName;
  children: ReactNode;
}

const Root = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${vars.space2};
  padding: ${vars.space1} ${vars.space3};
  border-radius: ${vars.radiusChip};
  background: ${vars.sunken};
  color: ${vars.fgMuted};
  font: ${vars.typeLabel};
  white-space: nowrap;

  &[data-tone='positive'] {
    background: ${vars.positiveWash};
    color: ${vars.positive};
  }
  &[data-tone='warning'] {
    background: ${vars.warningWash};
    color: ${vars.warning};
  }
  &[data-tone='negative'] {
    background: ${vars.negativeWash};
    color: ${vars.negative};
  }
`;

/** A status with icon and text, so that it does not depend on colour alone. */
export function Chip({ tone, icon, children }: ChipProps) {
  return (
    <Root data-tone={tone}>
      <Icon name={icon} size={16} />
      {children}
    </Root>
  );
}
