import { Button } from '@wusd/ui-kit/Button';
import { Dialog } from '@wusd/ui-kit/Dialog';
import { useState } from 'react';
import { loadAuth } from '../../shared/session/auth.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';

/** Ends the session after a confirmation. */
export default function LogOut({ onClose }: { onClose: () => void }) {
  const t = useTranslate();
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
      title={t('header.logout.title')}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button isBusy={isBusy} onClick={leave}>
            {t('header.logout')}
          </Button>
        </>
      }
    >
      {t('header.logout.body')}
    </Dialog>
  );
}
