import { useRouter } from '@tanstack/react-router';
import { Card } from '@wusd/ui-kit/Card';
import { loadAuth } from '../app/auth.ts';
import { reportFailure } from '../app/failures.ts';
import { landing } from '../app/guard.ts';
import { ButtonLink } from '../app/link.tsx';
import { Page } from '../app/Page.tsx';
import { accessOf } from '../app/route-table.ts';
import { ensureSession, holds } from '../app/session.ts';
import { useValue } from '../app/value.ts';
import { useWords } from '../app/words.ts';
import { pendingSignIn } from '../features/sign-in/pending.ts';
import { NothingHere } from '../features/verification/NothingHere.tsx';
import { refuse } from '../features/verification/refuse.ts';
import { sendCode, serverNow } from '../features/verification/send-code.ts';
import { Verification } from '../features/verification/Verification.tsx';
import type { Check } from '../features/verification/verification.machine.ts';

export default function SecurityVerificationLoginRoute() {
  const words = useWords();
  const router = useRouter();
  const pending = useValue(pendingSignIn);

  if (!pending) return <NothingHere action={<ButtonLink to="/login">{words('verify.noContext.action')}</ButtonLink>} />;

  const { email, attempt } = pending;
  const { challengeId, checks } = attempt.challenge;

  async function submit([check]: readonly Check[]): Promise<void> {
    if (check) await attempt.complete(check).catch(refuse);
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
    <Page title={words('verify.title')} width="flow" intro={words('verify.login.intro', { email })}>
      <Card>
        <Verification
          groups={[checks]}
          send={(checkType) => sendCode(checkType, { challengeId })}
          submit={submit}
          serverNow={serverNow}
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
