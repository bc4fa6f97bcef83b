import { Button } from '@wusd/ui-kit/Button';
import { Dialog } from '@wusd/ui-kit/Dialog';
import { useState } from 'react';
import { loadAuth } from '../../shared/session/auth.ts';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useSubmission } from '../../shared/forms/submission.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { securityApi } from './api.ts';

/** Freezes the account after a confirmation, for a customer who suspects fraud. */
export function Freeze() {
  const t = useTranslate();
  const [isAsking, setAsking] = useState(false);
  const freeze = useSubmission(
    async () => securityApi.security.freeze(),
    async () => (await loadAuth()).end('logout'),
  );
  return (
    <>
      <p>{t('security.freeze.body')}</p>
      <div>
        <Button variant="danger" onClick={() => setAsking(true)}>
          {t('security.freeze.action')}
        </Button>
      </div>
      <Dialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('security.freeze.confirm')}
        actions={
          <>
            <Button variant="secondary" onClick={() => setAsking(false)}>
              {t('app.cancel')}
            </Button>
            <Button variant="danger" isBusy={freeze.isPending} onClick={() => freeze.mutate(undefined)}>
              {t('security.freeze.action')}
            </Button>
          </>
        }
      >
        <p>{t('security.freeze.body')}</p>
        <FormError error={freeze.error} />
      </Dialog>
    </>
  );
}
