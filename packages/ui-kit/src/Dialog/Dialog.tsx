import { Description } from '@headlessui/react';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { vars } from '../tokens.js';
import { Backdrop, Panel as Shell, Root, Stage, Title } from './shell.js';
import { useOpenAfterMount } from './use-open-after-mount.js';
import { useReturnFocus } from './use-return-focus.js';

export interface DialogProps {
  isOpen: boolean;
  /** Called on Escape and on a press outside. Omit it for an alert that requires an answer. */
  onClose?: (() => void) | undefined;
  title: string;
  children: ReactNode;
  /** Buttons, the safe action first. */
  actions: ReactNode;
  /** `alertdialog` interrupts and requires an answer. @default 'dialog' */
  role?: 'dialog' | 'alertdialog' | undefined;
}

const Panel = styled(Shell)`
  display: grid;
  gap: ${vars.space5};

  @media (max-width: 575px) {
    padding-bottom: max(${vars.space6}, env(safe-area-inset-bottom));
  }
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

/** A question or important information. On phones, a sheet from below. */
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
