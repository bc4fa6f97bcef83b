import { Card } from '@wusd/ui-kit/Card';
import { vars } from '@wusd/ui-kit/tokens';
import { type ReactNode, useId } from 'react';
import { styled } from 'styled-components';

const Body = styled.div`
  display: grid;
  gap: ${vars.space3};

  h2 {
    font: ${vars.typeHeadline};
  }
  > p {
    color: ${vars.fgMuted};
    font: ${vars.typeLabel};
  }
`;

/** A card of the side column, with a heading and a few lines or links. */
export function SideCard({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Card as="section" aria-labelledby={id}>
      <Body>
        <h2 id={id}>{title}</h2>
        {children}
      </Body>
    </Card>
  );
}
