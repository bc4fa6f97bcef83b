import { vars } from '@wusd/ui-kit/tokens';
import { type ReactNode, useId } from 'react';
import { styled } from 'styled-components';

const Root = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${vars.space5};

  h2 {
    font: ${vars.typeTitle2};
  }
`;

/** A group of related fields with a heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Root aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </Root>
  );
}

/** A form with several sections. */
export const Sections = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${vars.space8};
`;

/** Two short fields, side by side if there is room. */
export const Pair = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(180px, 100%), 1fr));
  align-items: start;
  gap: ${vars.space5};
`;
