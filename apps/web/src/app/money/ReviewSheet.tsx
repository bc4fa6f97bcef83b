import { vars } from '@wusd/ui-kit/tokens';
import { type ReactNode, useEffect, useRef } from 'react';
import { styled } from 'styled-components';

const Root = styled.div`
  display: grid;
  gap: ${vars.space5};

  h2 {
    font: ${vars.typeTitle2};
  }
  h2:focus {
    outline: none;
  }
`;

/** What can't be undone, and how long there is. */
export const ReviewNote = styled.p`
  color: ${vars.fgMuted};
  font: ${vars.typeLabel};
  font-variant-numeric: tabular-nums;
`;

/** All that an act does, before it is proved. Who listens learns that another step has begun. */
export function ReviewSheet({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Root>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </Root>
  );
}
