import { createPasskey, passkeyProblem, type PasskeyRegistration } from '@wusd/auth-core/passkey';
import { ApiError } from '@wusd/api-sdk/core';
import { Button } from '@wusd/ui-kit/Button';
import { Dialog } from '@wusd/ui-kit/Dialog';
import { Notice } from '@wusd/ui-kit/Notice';
import { TextField } from '@wusd/ui-kit/TextField';
import { useId } from 'react';
import { toast } from '../../shared/feedback/toasts.ts';
import { Form } from '../../shared/forms/Form.tsx';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useSubmission } from '../../shared/forms/submission.ts';
import { useForm } from '../../shared/forms/use-form.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import type { PendingCommand } from '../../shared/verification/pending-command.ts';
import { securityApi } from './api.ts';
import { defaultPasskeyName } from './passkey-name.ts';
import { type PasskeyName, passkeyNameSchema } from './schema.ts';

export interface AddPasskeyProps {
  /** Names of the existing passkeys. */
  names: readonly string[];
  onClose: () => void;
  /** Called with the reviewed command, to verify it with codes. */
  onReviewed: (pending: PendingCommand) => void;
}

const problems = {
  declined: 'passkey.notCreated',
  exists: 'passkey.exists',
  busy: 'passkey.cannotCreate',
  unavailable: 'passkey.cannotCreate',
} as const;
type Made = { credential: PasskeyRegistration } | { problem: keyof typeof problems };

/** Creates a passkey with the server's options, which are valid for ten minutes and a single passkey. */
async function makePasskey(): Promise<Made> {
  const { options } = await securityApi.passkeys.creationOptions();
  try {
    return { credential: await createPasskey(options) };
  } catch (error) {
    const problem = passkeyProblem(error);
    if (problem === undefined) throw error;
    return { problem };
  }
}

/**
 * Explains passkeys, creates one, requests a name for it, and continues to the codes, which approve only this passkey.
 */
export function AddPasskey({ names, onClose, onReviewed }: AddPasskeyProps) {
  const t = useTranslate();
  const formId = useId();
  const making = useSubmission(makePasskey);
  const { data: made } = making;
  const credential = made && 'credential' in made ? made.credential : undefined;
  const review = useSubmission(
    async ({ name }: PasskeyName) => {
      if (!credential) throw new Error('No passkey to review');
      const body = { name, credential };
      return { body, reviewed: await securityApi.passkeys.reviewCreation(body) };
    },
    ({ body, reviewed }) =>
      onReviewed({
        command: 'bind-authenticator',
        restart: { to: '/security-setting' },
        intro: 'passkey.verify',
        review: reviewed,
        async execute(intent, mfa) {
          await securityApi.passkeys.create(body, { intent, mfa });
          toast(t('passkey.added'));
        },
        redirectTo: '/security-setting',
      }),
  );
  const { field, onSubmit, error } = useForm({
    schema: passkeyNameSchema,
    defaultValues: { name: defaultPasskeyName(navigator.userAgent, names) },
    submission: review,
  });
  // The challenge expired, or the server rejects this passkey: create another one under the typed name.
  const isRejected = review.error instanceof ApiError && review.error.is('PASSKEY_REJECTED');
  const isNaming = credential !== undefined && !isRejected;
  const make = (): void => {
    review.reset();
    making.mutate(undefined);
  };
  const hasFailed = isRejected || (made && 'problem' in made);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('passkey.add')}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          {isNaming ? (
            <Button type="submit" form={formId} isBusy={review.isPending}>
              {t('security.continue')}
            </Button>
          ) : (
            <Button isBusy={making.isPending} onClick={make}>
              {t(hasFailed ? 'app.retry' : 'passkey.create')}
            </Button>
          )}
        </>
      }
    >
      <Form id={formId} onSubmit={onSubmit} noValidate>
        {isNaming ? (
          <>
            <p>{t('passkey.created')}</p>
            <FormError error={error} />
            <TextField
              {...field('name', 'passkey.name')}
              hint={t('passkey.name.hint')}
              autoComplete="off"
              autoCapitalize="sentences"
              maxLength={40}
            />
          </>
        ) : (
          <>
            <p>{t('passkey.add.body')}</p>
            <p>{t('passkey.add.then')}</p>
            <FormError error={isRejected ? review.error : making.error} />
            {made && 'problem' in made && (
              <Notice
                tone={made.problem === 'declined' || made.problem === 'exists' ? 'info' : 'negative'}
                role="alert"
              >
                {t(problems[made.problem])}
              </Notice>
            )}
          </>
        )}
      </Form>
    </Dialog>
  );
}
