import type { ReactNode } from 'react';
import { styled } from 'styled-components';

export interface VisuallyHiddenProps {
  children: ReactNode;
  /** `status` announces changes politely. */
  role?: 'status' | 'alert' | undefined;
}

const Hidden = styled.span`
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
`;

/** Text for assistive technology only. */
export function VisuallyHidden({ children, role }: VisuallyHiddenProps) {
  return <Hidden role={role}>{children}</Hidden>;
}
