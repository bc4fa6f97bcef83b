import { useRouter } from '@tanstack/react-router';
import { Card } from '@wusd/ui-kit/Card';
import { ButtonLink } from '../shared/routing/link.tsx';
import { Page } from '../shared/layout/Page.tsx';
import { useStore } from '../shared/state/store.ts';
import { useTranslate } from '../shared/i18n/use-translate.ts';
import { land } from '../features/sign-in/land.ts';
import { pendingSignIn } from '../features/sign-in/pending.ts';
import { askPasskey } from '../features/verification/ask-passkey.ts';
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

  async function done(): Promise<void> {
    await land(router);
    pendingSignIn.set(undefined);
  }

  return (
    <Page title={t('verify.title')} width="flow" intro={t('verify.login.intro', { email })}>
      <Card>
        <Verification
          groups={[checks]}
          sent={codesSent({ challengeId })}
          send={(checkType) => sendCode(checkType, { challengeId })}
          askPasskey={(signal) => askPasskey({ challengeId }, signal)}
          submit={submit}
          serverNow={serverNow}
          onDone={() => void done()}
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
