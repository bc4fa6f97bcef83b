import { DialogBackdrop, DialogPanel, DialogTitle, Dialog as HeadlessDialog } from '@headlessui/react';
import { styled } from 'styled-components';
import { vars } from '../tokens.js';

// Centred on the page; on phones, a sheet from below.

export const Root = styled(HeadlessDialog)`
  position: fixed;
  inset: 0;
  z-index: 40;
`;
export const Backdrop = styled(DialogBackdrop)`
  position: absolute;
  inset: 0;
  background: ${vars.scrim};
`;
export const Stage = styled.div`
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
export const Panel = styled(DialogPanel)`
  width: 100%;
  max-width: 440px;
  padding: ${vars.space6};
  border-radius: ${vars.radiusDialog};
  background: ${vars.raised};
  box-shadow: ${vars.shadowDialog};
  outline: 1px solid transparent;

  @media (max-width: 575px) {
    max-width: none;
    border-end-start-radius: 0;
    border-end-end-radius: 0;
  }
`;
export const Title = styled(DialogTitle)`
  font: ${vars.typeTitle2};
`;
