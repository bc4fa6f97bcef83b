import { useRouter } from '@tanstack/react-router';
import { AuthError } from '@wusd/auth-core';
import {
  canSuggestPasskeys,
  canUsePasskeys,
  type PasskeyOptions,
  passkeyProblem,
  signInWithPasskey,
} from '@wusd/auth-core/passkey';
import { Button } from '@wusd/ui-kit/Button';
import { Notice } from '@wusd/ui-kit/Notice';
import { useEffect, useEffectEvent, useState } from 'react';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useSubmission } from '../../shared/forms/submission.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { loadAuth } from '../../shared/session/auth.ts';
import { land } from './land.ts';

/** Milliseconds. The server's challenge is valid for fifteen minutes. */
const renewedAfterMs = 10 * 60_000;

const signIn = async (options?: PasskeyOptions): Promise<void> => signInWithPasskey(await loadAuth(), options);

/** Signs in with a passkey, by the button or by autofill in the e-mail field. */
export default function PasskeySignIn() {
  const t = useTranslate();
  const router = useRouter();
  const submission = useSubmission(
    (signingIn: () => Promise<void>) => signingIn().then(() => undefined, problemOf),
    (problem) => (problem === undefined ? land(router) : undefined),
  );
  const { data: problem, error, isPending, mutate } = submission;
  // A page can have only one passkey request: the button aborts the autofill request. It restarts if the button fails.
  const [isAsking, setAsking] = useState(false);
  const finish = useEffectEvent((signingIn: () => Promise<void>) => mutate(signingIn));
  useEffect(() => {
    if (isAsking) return undefined;
    const begin = (): AbortController => {
      const controller = new AbortController();
      void suggest(controller.signal, (signingIn) => finish(signingIn));
      return controller;
    };
    let current = begin();
    const renewal = setInterval(() => {
      current.abort();
      current = begin();
    }, renewedAfterMs);
    return () => {
      clearInterval(renewal);
      current.abort();
    };
  }, [isAsking]);

  if (!canUsePasskeys()) return null;
  const ask = async (): Promise<void> => {
    setAsking(true);
    await signIn().catch((error: unknown) => {
      setAsking(false);
      throw error;
    });
  };
  return (
    <>
      <Button variant="secondary" isWide isBusy={isPending} onClick={() => mutate(ask)}>
        {t('passkey.signIn')}
      </Button>
      {problem && (
        <Notice tone={problem === 'declined' ? 'info' : 'negative'} role="alert">
          {t(problem === 'declined' ? 'passkey.declined' : 'passkey.failed')}
        </Notice>
      )}
      {isRefused(error) ? (
        <Notice tone="negative" role="alert">
          {t('passkey.signIn.refused')}
        </Notice>
      ) : (
        <FormError error={error} />
      )}
    </>
  );
}

/**
 * Offers passkeys as autofill suggestions in the e-mail field until the visitor chooses one. Errors before that are
 * silent, because the visitor did not request anything.
 *
 * @param onChosen called when a passkey is chosen, with the sign-in that it started
 */
async function suggest(signal: AbortSignal, onChosen: (signingIn: () => Promise<void>) => void): Promise<void> {
  const isPossible = await canSuggestPasskeys().catch(() => false);
  if (!isPossible) return;
  const credentials: PasskeyOptions['credentials'] = {
    async get(options) {
      const found = await navigator.credentials.get(options);
      onChosen(() => signingIn);
      return found;
    },
  };
  const signingIn = signIn({ mediation: 'conditional', signal, credentials });
  await signingIn.catch(() => undefined);
}

/** Classifies a passkey error of the browser. @throws any other error */
function problemOf(error: unknown): 'declined' | 'failed' {
  const problem = passkeyProblem(error);
  if (problem === undefined) throw error;
  return problem === 'declined' ? 'declined' : 'failed';
}

/** Whether the server rejected the passkey. Its own message is about a password, so the page replaces it. */
const isRefused = (error: unknown): boolean => error instanceof AuthError && error.errorName === 'INVALID_CREDENTIALS';
