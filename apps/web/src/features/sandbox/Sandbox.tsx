import { Button } from '@wusd/ui-kit/Button';
import { Icon } from '@wusd/ui-kit/Icon';
import { lazy, Suspense, useState } from 'react';
import { loadArea } from '../../shared/i18n/catalogues.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';

const SandboxDrawer = lazy(() =>
  Promise.all([import('./SandboxDrawer.tsx'), loadArea('sandbox')]).then(([drawer]) => drawer),
);

/** Simulates the outside world in test mode: a button beside the test-mode notice that opens the drawer. */
export default function Sandbox() {
  const t = useTranslate();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" isDense onClick={() => setOpen(true)}>
        <Icon name="beaker" size={20} />
        {t('app.sandbox')}
      </Button>
      {isOpen && (
        <Suspense>
          <SandboxDrawer onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
