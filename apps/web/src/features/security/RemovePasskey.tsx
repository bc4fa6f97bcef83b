import type { Passkey } from '@wusd/api-sdk/core';
import { Button } from '@wusd/ui-kit/Button';
import { Dialog } from '@wusd/ui-kit/Dialog';
import { toast } from '../../shared/feedback/toasts.ts';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useSubmission } from '../../shared/forms/submission.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import type { PendingCommand } from '../../shared/verification/pending-command.ts';
import { securityApi } from './api.ts';

export interface RemovePasskeyProps {
  passkey: Passkey;
  onClose: () => void;
  /** Called with the reviewed command, to verify it with codes. */
  onReviewed: (pending: PendingCommand) => void;
}

/** Confirms the removal of a passkey, and explains its consequences. */
export function RemovePasskey({ passkey: { id, name }, onClose, onReviewed }: RemovePasskeyProps) {
  const t = useTranslate();
  const review = useSubmission(
    () => securityApi.passkeys.reviewRemoval(id),
    (reviewed) =>
      onReviewed({
        command: 'unbind-authenticator',
        intro: 'passkey.verifyRemoval',
        review: reviewed,
        async execute(intent, mfa) {
          await securityApi.passkeys.remove(id, { intent, mfa });
          toast(t('passkey.removed'));
        },
        redirectTo: '/security-setting',
      }),
  );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('passkey.remove.title', { name })}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button variant="danger" isBusy={review.isPending} onClick={() => review.mutate(undefined)}>
            {t('passkey.remove.action')}
          </Button>
        </>
      }
    >
      <p>{t('passkey.remove.body')}</p>
      <FormError error={review.error} />
    </Dialog>
  );
}
