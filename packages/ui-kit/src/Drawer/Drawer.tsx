import { DialogPanel, DialogTitle, Dialog as HeadlessDialog } from '@headlessui/react';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { IconButton } from '../IconButton/index.js';
import { useOpenAfterMount } from '../Dialog/use-open-after-mount.js';
import { useReturnFocus } from '../Dialog/use-return-focus.js';
import { vars } from '../tokens.js';

export interface DrawerProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  closeLabel: string;
  children: ReactNode;
}

const Root = styled(HeadlessDialog)`
  position: fixed;
  inset-block: 0;
  inset-inline-end: 0;
  z-index: 40;
`;
const Panel = styled(DialogPanel)`
  height: 100%;
  width: min(420px, 100vw);
  overflow: auto;
  overscroll-behavior: contain;
  background: ${vars.raised};
  box-shadow: ${vars.shadowDialog};
  outline: 1px solid transparent;
`;
const Head = styled.div`
  position: sticky;
  top: 0;
  z-index: 1;
  display: flex;
  align-items: center;
  justify-content: space-between;
  padding: ${vars.space4} ${vars.space4} ${vars.space4} ${vars.space6};
  border-bottom: 1px solid ${vars.border};
  background: ${vars.raised};
`;
const Title = styled(DialogTitle)`
  font: ${vars.typeTitle2};
`;
const Body = styled.div`
  display: grid;
  gap: ${vars.space6};
  padding: ${vars.space6};
`;

/** A panel beside the page. Escape, its button, and a press outside close it. */
export function Drawer({ isOpen, onClose, title, closeLabel, children }: DrawerProps) {
  useReturnFocus(isOpen);
  return (
    <Root open={useOpenAfterMount(isOpen)} onClose={onClose}>
      <Panel>
        <Head>
          <Title>{title}</Title>
          <IconButton icon="close" label={closeLabel} onClick={onClose} />
        </Head>
        <Body>{children}</Body>
      </Panel>
    </Root>
  );
}
