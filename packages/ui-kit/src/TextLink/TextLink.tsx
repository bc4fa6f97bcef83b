import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react';
import { styled } from 'styled-components';
import { vars } from '../tokens.js';

export interface TextLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'style' | 'className'> {
  children: ReactNode;
  /**
   * Uses the colour of the surrounding text and underlines only on hover, for names that link to their page.
   *
   * @default false
   */
  isPlain?: boolean | undefined;
  ref?: Ref<HTMLAnchorElement> | undefined;
}

const Anchor = styled.a`
  color: ${vars.accentFg};
  text-decoration: underline;
  text-underline-offset: 0.2em;
  border-radius: ${vars.radiusChip};

  &:hover {
    text-decoration-thickness: 2px;
  }
  &[data-plain] {
    color: inherit;
  }
  &[data-plain]:not(:hover) {
    text-decoration: none;
  }
`;

/** A link within text. */
export function TextLink({ children, isPlain, ...rest }: TextLinkProps) {
  return (
    <Anchor {...rest} data-plain={isPlain ? '' : undefined}>
      {children}
    </Anchor>
  );
}
