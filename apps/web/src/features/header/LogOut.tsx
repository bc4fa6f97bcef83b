import { Button } from '@wusd/ui-kit/Button';
import { Dialog } from '@wusd/ui-kit/Dialog';
import { useState } from 'react';
import { loadAuth } from '../../app/auth.ts';
import { useWords } from '../../app/words.ts';

/** Asks before it ends the session. */
export default function LogOut({ onClose }: { onClose: () => void }) {
  const words = useWords();
  const [isBusy, setBusy] = useState(false);
  const leave = (): void => {
    setBusy(true);
    void loadAuth()
      .then((auth) => auth.signOut())
      .finally(onClose);
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={words('header.logout.title')}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {words('app.cancel')}
          </Button>
          <Button isBusy={isBusy} onClick={leave}>
            {words('header.logout')}
          </Button>
        </>
      }
    >
      {words('header.logout.body')}
    </Dialog>
  );
}
