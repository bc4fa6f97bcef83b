import type { ComponentPropsWithRef, ReactNode } from 'react';
import { styled } from 'styled-components';
import { vars } from '../tokens.js';

export interface BottomSheetProps extends ComponentPropsWithRef<'section'> {
  /** Name of the region. */
  label: string;
  children: ReactNode;
  /** Buttons beside or below the text. */
  actions: ReactNode;
}

const Root = styled.section`
  position: sticky;
  bottom: 0;
  z-index: 20;
  display: flex;
  align-items: center;
  justify-content: center;
  gap: ${vars.space5};
  padding: ${vars.space4} ${vars.space6};
  border-top: 1px solid ${vars.border};
  background: ${vars.raised};
  font: ${vars.typeLabel};

  p {
    max-width: 80ch;
  }
  @media (max-width: 991px) {
    bottom: env(safe-area-inset-bottom);
    padding: ${vars.space4} ${vars.space5};
    font: ${vars.typeCaption};
    flex-wrap: wrap;
  }
`;
const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  flex: none;
  gap: ${vars.space3};
`;

/** A question at the bottom of the screen that does not block the page. It stays until it is answered. */
export function BottomSheet({ label, children, actions, ...rest }: BottomSheetProps) {
  return (
    <Root aria-label={label} {...rest}>
      <p>{children}</p>
      <Actions>{actions}</Actions>
    </Root>
  );
}
