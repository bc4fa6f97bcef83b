import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { vars } from '../tokens.js';

export interface CardProps {
  children: ReactNode;
  /** Element type. @default 'div' */
  as?: 'div' | 'section' | 'article' | 'li' | undefined;
  /** Inner space. `none` for rows that reach the edge. @default 'normal' */
  padding?: 'none' | 'normal' | 'generous' | undefined;
  'aria-labelledby'?: string | undefined;
}

const Surface = styled.div`
  padding: ${vars.space6};
  /* Seen only where people have colours of their own, and shadows do not exist. */
  border: 1px solid transparent;
  border-radius: ${vars.radiusCard};
  background: ${vars.surface};
  box-shadow: ${vars.shadowCard};

  &[data-padding='none'] {
    padding: 0;
    overflow: hidden;
  }
  &[data-padding='generous'] {
    padding: ${vars.space7};
  }
  @media (max-width: 575px) {
    padding: ${vars.space5};

    &[data-padding='generous'] {
      padding: ${vars.space6} ${vars.space5};
    }
  }
`;

/** A surface for one topic, separated from the page by its tint and a soft shadow. */
export function Card({ children, as, padding, ...rest }: CardProps) {
  return (
    <Surface {...rest} as={as} data-padding={padding}>
      {children}
    </Surface>
  );
}
