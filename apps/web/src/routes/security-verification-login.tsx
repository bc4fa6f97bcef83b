import { useRouter } from '@tanstack/react-router';
import { ApiError } from '@wusd/api-sdk';
import { type ErrorName, errorName } from '@wusd/api-sdk/domain';
import { AuthError } from '@wusd/auth-core';
import { Card } from '@wusd/ui-kit/Card';
import { EmptyState } from '@wusd/ui-kit/EmptyState';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { reportFailure } from '../app/failures.ts';
import { landing } from '../app/guard.ts';
import { ButtonLink } from '../app/link.tsx';
import { Page } from '../app/Page.tsx';
import { accessOf } from '../app/route-table.ts';
import { loadAuth } from '../app/auth.ts';
import { api } from '../app/services.ts';
import { ensureSession, holds } from '../app/session.ts';
import { useValue } from '../app/value.ts';
import { useWords } from '../app/words.ts';
import { pendingSignIn } from '../features/sign-in/pending.ts';
import { Verification } from '../features/verification/Verification.tsx';
import { type CheckType, RefusedError, type Sent } from '../features/verification/verification.machine.ts';

const Intro = styled.p`
  color: ${vars.fgMuted};
  overflow-wrap: anywhere;
`;

export default function SecurityVerificationLoginRoute() {
  const words = useWords();
  const router = useRouter();
  const pending = useValue(pendingSignIn);

  if (!pending) {
    return (
      <Page title={words('verify.title')} width="flow" isTitleHidden>
        <Card>
          <EmptyState
            icon="key"
            level={1}
            title={words('verify.noContext.title')}
            action={<ButtonLink to="/login">{words('verify.noContext.action')}</ButtonLink>}
          >
            {words('verify.noContext.body')}
          </EmptyState>
        </Card>
      </Page>
    );
  }

  const { email, attempt } = pending;
  const { challengeId, checks } = attempt.challenge;

  async function send(checkType: CheckType): Promise<Sent> {
    const ask = checkType === 1 ? api.mfa.sendSmsOtp : api.mfa.sendEmailOtp;
    const { resendAt } = await ask({ challengeId }).catch(refuse);
    return { resendAt: Date.parse(resendAt) };
  }

  async function submit(check: { checkType: CheckType; code: string }): Promise<void> {
    await attempt.complete(check).catch(refuse);
  }

  async function land(): Promise<void> {
    const auth = await loadAuth();
    const remembered = await auth.readLastPath();
    await auth.writeLastPath(undefined);
    // The profile decides where to land; if it can't be had just now, the wallet asks again.
    await ensureSession().catch(reportFailure);
    pendingSignIn.set(undefined);
    router.history.replace(landing(remembered, accessOf, holds));
  }

  return (
    <Page title={words('verify.title')} width="flow">
      <Intro>{words('verify.login.intro', { email })}</Intro>
      <Card>
        <Verification
          checks={checks}
          send={send}
          submit={submit}
          serverNow={() => api.serverTime().getTime()}
          onDone={() => void land()}
          startAgain={
            <ButtonLink to="/login" variant="secondary">
              {words('verify.startAgain')}
            </ButtonLink>
          }
        />
      </Card>
    </Page>
  );
}

/** After these no other code helps: the sign-in begins again. */
const over = new Set<ErrorName | undefined>([
  'INVALID_CREDENTIALS',
  'ACCOUNT_UNAVAILABLE',
  'CODE_LOCKED',
  'CHALLENGE_INVALID',
]);

/** Sorts a failure: the server's refusals by what can be done about them, anything else a toast. */
function refuse(error: unknown): never {
  if (error instanceof ApiError || error instanceof AuthError) {
    const name = errorName(error.errCode);
    const kind = over.has(name) ? 'over' : name === 'CODE_EXPIRED' ? 'expired' : 'again';
    throw new RefusedError({ kind, message: error.message });
  }
  reportFailure(error);
  throw error;
}
