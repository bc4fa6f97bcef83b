import { useNavigate } from '@tanstack/react-router';
import { Card } from '@wusd/ui-kit/Card';
import { useState } from 'react';
import { ButtonLink } from '../../shared/routing/link.tsx';
import { Page } from '../../shared/layout/Page.tsx';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { passwordApi } from '../../features/password/api.ts';
import { pendingReset } from '../../features/password/pending.ts';
import { askPasskey } from '../../features/verification/ask-passkey.ts';
import { NothingHere } from '../../features/verification/NothingHere.tsx';
import { refuse } from '../../features/verification/refuse.ts';
import { codesSent, sendCode, serverNow } from '../../features/verification/send-code.ts';
import { Verification } from '../../features/verification/Verification.tsx';
import type { Check } from '../../features/verification/verification.machine.ts';

export default function SecurityVerificationForgetPasswordRoute() {
  const t = useTranslate();
  const navigate = useNavigate();
  const pending = useStore(pendingReset);
  const [resetToken, setResetToken] = useState('');

  if (!pending) return <NothingHere action={<ButtonLink to="/forget-password">{t('forgot.begin')}</ButtonLink>} />;

  const { email, challenge } = pending;
  const { challengeId, checkGroups } = challenge;

  async function submit(checks: readonly Check[]): Promise<void> {
    const proof = await passwordApi.proveForgotten({ challengeId, mfa: checks }).catch(refuse);
    setResetToken(proof.resetToken);
  }
  function goOn(): void {
    pendingReset.set(undefined);
    // The specification requires these parameters. The page removes them from the address bar first.
    void navigate({ to: '/forget-password/set', search: { resetToken, email }, replace: true });
  }

  return (
    <Page title={t('verify.title')} width="flow" intro={t('forgot.verify.intro', { email })}>
      <Card>
        <Verification
          groups={checkGroups.map(({ anyOf }) => anyOf)}
          sent={codesSent({ challengeId })}
          send={(checkType) => sendCode(checkType, { challengeId })}
          askPasskey={(signal) => askPasskey({ challengeId }, signal)}
          submit={submit}
          serverNow={serverNow}
          onDone={goOn}
          startAgain={
            <ButtonLink to="/forget-password" variant="secondary">
              {t('verify.startAgain')}
            </ButtonLink>
          }
        />
      </Card>
    </Page>
  );
}
