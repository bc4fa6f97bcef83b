import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Icon, type IconName } from '../Icon/index.js';
import { vars } from '../tokens.js';

export interface EmptyStateProps {
  icon: IconName;
  title: string;
  /** One sentence. */
  children: ReactNode;
  /** The recommended next action. */
  action?: ReactNode | undefined;
  /** Heading level of the title. @default 2 */
  level?: 1 | 2 | 3 | undefined;
}

const Root = styled.div`
  display: grid;
  justify-items: center;
  gap: ${vars.space4};
  padding: ${vars.space9} ${vars.space6};
  text-align: center;

  h1 {
    font: ${vars.typeTitle1};
  }
  h2,
  h3 {
    font: ${vars.typeTitle2};
  }
  h1,
  h2,
  h3 {
    text-wrap: balance;
  }
`;
const Disc = styled.div`
  display: grid;
  place-items: center;
  width: 56px;
  height: 56px;
  border-radius: 50%;
  background: ${vars.accentWash};
  color: ${vars.accentFg};
`;
const Text = styled.p`
  max-width: 44ch;
  color: ${vars.fgMuted};
`;

/** Empty content with the reason and the next action. */
export function EmptyState({ icon, title, children, action, level = 2 }: EmptyStateProps) {
  const Title = `h${level}` as const;
  return (
    <Root>
      <Disc>
        <Icon name={icon} size={28} />
      </Disc>
      <Title>{title}</Title>
      <Text>{children}</Text>
      {action}
    </Root>
  );
}
