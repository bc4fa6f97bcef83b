import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react';
import { styled } from 'styled-components';
import { vars } from '../tokens.js';

export interface TextLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'style' | 'className'> {
  children: ReactNode;
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
`;

/** A link within text. */
export function TextLink({ children, ...rest }: TextLinkProps) {
  return <Anchor {...rest}>{children}</Anchor>;
}
