import { Button } from '@wusd/ui-kit/Button';
import { Dialog } from '@wusd/ui-kit/Dialog';
import { useState } from 'react';
import { loadAuth } from '../../app/auth.ts';
import { Refusal } from '../../app/forms/Refusal.tsx';
import { useSubmission } from '../../app/forms/submission.ts';
import { useWords } from '../../app/words.ts';
import { securityApi } from './api.ts';

/** Closes the account after one more question, for who suspects something. */
export function Freeze() {
  const words = useWords();
  const [isAsking, setAsking] = useState(false);
  const freeze = useSubmission(
    async () => securityApi.security.freeze(),
    async () => (await loadAuth()).end('logout'),
  );
  return (
    <>
      <p>{words('security.freeze.body')}</p>
      <div>
        <Button variant="danger" onClick={() => setAsking(true)}>
          {words('security.freeze.action')}
        </Button>
      </div>
      <Dialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={words('security.freeze.confirm')}
        actions={
          <>
            <Button variant="secondary" onClick={() => setAsking(false)}>
              {words('app.cancel')}
            </Button>
            <Button variant="danger" isBusy={freeze.isPending} onClick={() => freeze.mutate(undefined)}>
              {words('security.freeze.action')}
            </Button>
          </>
        }
      >
        <p>{words('security.freeze.body')}</p>
        <Refusal error={freeze.error} />
      </Dialog>
    </>
  );
}
