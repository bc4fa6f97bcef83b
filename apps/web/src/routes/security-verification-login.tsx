import { useRouter } from '@tanstack/react-router';
import { Card } from '@wusd/ui-kit/Card';
import { loadAuth } from '../shared/session/auth.ts';
import { reportFailure } from '../shared/feedback/failures.ts';
import { landing } from '../shared/routing/landing.ts';
import { ButtonLink } from '../shared/routing/link.tsx';
import { Page } from '../shared/layout/Page.tsx';
import { accessOf } from '../shared/routing/route-table.ts';
import { ensureSession, holds } from '../shared/session/session.ts';
import { useStore } from '../shared/state/store.ts';
import { useTranslate } from '../shared/i18n/use-translate.ts';
import { pendingSignIn } from '../features/sign-in/pending.ts';
import { NothingHere } from '../features/verification/NothingHere.tsx';
import { refuse } from '../features/verification/refuse.ts';
import { codesSent, sendCode, serverNow } from '../features/verification/send-code.ts';
import { Verification } from '../features/verification/Verification.tsx';
import type { Check } from '../features/verification/verification.machine.ts';

export default function SecurityVerificationLoginRoute() {
  const t = useTranslate();
  const router = useRouter();
  const pending = useStore(pendingSignIn);

  if (!pending) return <NothingHere action={<ButtonLink to="/login">{t('verify.noContext.action')}</ButtonLink>} />;

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
    <Page title={t('verify.title')} width="flow" intro={t('verify.login.intro', { email })}>
      <Card>
        <Verification
          groups={[checks]}
          sent={codesSent({ challengeId })}
          send={(checkType) => sendCode(checkType, { challengeId })}
          submit={submit}
          serverNow={serverNow}
          onDone={() => void land()}
          startAgain={
            <ButtonLink to="/login" variant="secondary">
              {t('verify.startAgain')}
            </ButtonLink>
          }
        />
      </Card>
    </Page>
  );
}
