import { Button } from '@wusd/ui-kit/Button';
import { Icon } from '@wusd/ui-kit/Icon';
import { vars } from '@wusd/ui-kit/tokens';
import { lazy, Suspense, useState } from 'react';
import { styled } from 'styled-components';
import { useWords } from '../../app/words.ts';

const SandboxDrawer = lazy(() => import('./SandboxDrawer.tsx'));

const Corner = styled.div`
  position: fixed;
  inset-inline-end: ${vars.space5};
  bottom: calc(${vars.space5} + 72px);
  z-index: 21;

  button {
    background: ${vars.raised};
    box-shadow: ${vars.shadowPopover};
  }
  @media (max-width: 991px) {
    bottom: calc(76px + env(safe-area-inset-bottom));
  }
`;

/** Test mode's window on the outside world: a button in the corner, the rest when it is pressed. */
export default function Sandbox() {
  const words = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Corner>
        <Button variant="secondary" isDense onClick={() => setOpen(true)}>
          <Icon name="beaker" size={20} />
          {words('sandbox.open')}
        </Button>
      </Corner>
      {isOpen && (
        <Suspense>
          <SandboxDrawer onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
