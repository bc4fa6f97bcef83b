import { Button } from '@wusd/ui-kit/Button';
import { Icon } from '@wusd/ui-kit/Icon';
import { lazy, Suspense, useState } from 'react';
import { useWords } from '../../app/words.ts';

const SandboxDrawer = lazy(() => import('./SandboxDrawer.tsx'));

/** Test mode's window on the outside world: a button beside its ribbon, the rest when it is pressed. */
export default function Sandbox() {
  const words = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" isDense onClick={() => setOpen(true)}>
        <Icon name="beaker" size={20} />
        {words('sandbox.open')}
      </Button>
      {isOpen && (
        <Suspense>
          <SandboxDrawer onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
