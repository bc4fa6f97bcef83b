import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Icon, type IconName } from '../Icon/index.js';
import { vars } from '../tokens.js';

export type NoticeTone = 'neutral' | 'info' | 'positive' | 'warning' | 'negative';

export interface NoticeProps {
  tone: NoticeTone;
  children: ReactNode;
  /** Makes screen readers announce a notice that appears later. Omit it for a notice that is present from the start. */
  role?: 'status' | 'alert' | undefined;
  /** The recommended action. */
  action?: ReactNode | undefined;
}

const icons: Record<NoticeTone, IconName> = {
  neutral: 'info',
  info: 'info',
  positive: 'check',
  warning: 'alert',
  negative: 'alert',
};

const Root = styled.div`
  display: flex;
  gap: ${vars.space4};
  padding: ${vars.space4} ${vars.space5};
  border-radius: ${vars.radiusControl};
  background: ${vars.accentWash};
  font: ${vars.typeLabel};

  &[data-tone='neutral'] {
    background: ${vars.sunken};
  }
  &[data-tone='positive'] {
    background: ${vars.positiveWash};
  }
  &[data-tone='warning'] {
    background: ${vars.warningWash};
  }
  &[data-tone='negative'] {
    background: ${vars.negativeWash};
  }
  > svg {
    flex: none;
    color: ${vars.accentFg};
  }
  &[data-tone='neutral'] > svg {
    color: ${vars.fgMuted};
  }
  &[data-tone='positive'] > svg {
    color: ${vars.positive};
  }
  &[data-tone='warning'] > svg {
    color: ${vars.warning};
  }
  &[data-tone='negative'] > svg {
    color: ${vars.negative};
  }
`;
const Body = styled.div`
  display: grid;
  flex: 1;
  gap: ${vars.space3};
  justify-items: start;
  min-width: 0;
  overflow-wrap: anywhere;
`;

/**
 * A message in the page that stays while it applies. Use it for facts that can't be undone; never use a toast for
 * these.
 */
export function Notice({ tone, children, role, action }: NoticeProps) {
  return (
    <Root role={role} data-tone={tone}>
      <Icon name={icons[tone]} size={20} />
      <Body>
        <div>{children}</div>
        {action}
      </Body>
    </Root>
  );
}
