import { Description, DialogBackdrop, DialogPanel, DialogTitle, Dialog as HeadlessDialog } from '@headlessui/react';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { vars } from '../tokens.js';
import { useOpenAfterMount } from './use-open-after-mount.js';
import { useReturnFocus } from './use-return-focus.js';

export interface DialogProps {
  isOpen: boolean;
  /** Escape and a press outside. An alert that must be answered leaves it out. */
  onClose?: (() => void) | undefined;
  title: string;
  children: ReactNode;
  /** Buttons, the safe one first. */
  actions: ReactNode;
  /** `alertdialog` interrupts and must be answered. @default 'dialog' */
  role?: 'dialog' | 'alertdialog' | undefined;
}

const Backdrop = styled(DialogBackdrop)`
  position: absolute;
  inset: 0;
  background: ${vars.scrim};
`;
const Root = styled(HeadlessDialog)`
  position: fixed;
  inset: 0;
  z-index: 40;
`;
const Stage = styled.div`
  position: absolute;
  inset: 0;
  display: grid;
  place-items: center;
  padding: ${vars.space5};
  overflow: auto;

  @media (max-width: 575px) {
    place-items: end stretch;
    padding: 0;
  }
`;
const Panel = styled(DialogPanel)`
  display: grid;
  gap: ${vars.space5};
  width: 100%;
  max-width: 440px;
  padding: ${vars.space6};
  border-radius: ${vars.radiusDialog};
  background: ${vars.raised};
  box-shadow: ${vars.shadowDialog};
  outline: 1px solid transparent;

  @media (max-width: 575px) {
    max-width: none;
    padding-bottom: max(${vars.space6}, env(safe-area-inset-bottom));
    border-end-start-radius: 0;
    border-end-end-radius: 0;
  }
`;
const Title = styled(DialogTitle)`
  font: ${vars.typeTitle2};
`;
const Text = styled(Description)`
  color: ${vars.fgMuted};
`;
const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: end;
  gap: ${vars.space4};

  @media (max-width: 575px) {
    display: grid;
    justify-content: stretch;
  }
`;

/** A question, or something that must be known before going on. A sheet from below on a phone. */
export function Dialog({ isOpen, onClose, title, children, actions, role = 'dialog' }: DialogProps) {
  useReturnFocus(isOpen);
  return (
    <Root open={useOpenAfterMount(isOpen)} onClose={onClose ?? ignore} role={role}>
      <Backdrop />
      <Stage>
        <Panel>
          <Title>{title}</Title>
          <Text as="div">{children}</Text>
          <Actions>{actions}</Actions>
        </Panel>
      </Stage>
    </Root>
  );
}

function ignore(): void {}
