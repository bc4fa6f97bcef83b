import { useNavigate } from '@tanstack/react-router';
import { Card } from '@wusd/ui-kit/Card';
import { pendingCommand } from '../shared/verification/pending-command.ts';
import { ButtonLink } from '../shared/routing/link.tsx';
import { Page } from '../shared/layout/Page.tsx';
import { invalidation } from '../shared/api/invalidation.ts';
import { useStore } from '../shared/state/store.ts';
import { useTranslate } from '../shared/i18n/use-translate.ts';
import { PaymentFrame } from '../shared/payments/PaymentFrame.tsx';
import { isSubmissionStored } from '../shared/payments/submission-key.ts';
import { useOwnPath } from '../shared/routing/use-own-path.ts';
import { askPasskey } from '../features/verification/ask-passkey.ts';
import { NothingHere } from '../features/verification/NothingHere.tsx';
import { PaymentSummary } from '../features/verification/PaymentSummary.tsx';
import { refuse } from '../features/verification/refuse.ts';
import { codesSent, sendCode, serverNow } from '../features/verification/send-code.ts';
import { Verification } from '../features/verification/Verification.tsx';

/** Path of each command's form. */
const formPaths: Record<string, string> = {
  'change-password': '/change-password',
  'change-phone': '/change-phone',
  'verify-phone': '/verify-phone',
  'change-email': '/change-email',
  'bind-authenticator': '/security-setting/authenticator',
  'anti-phishing-code': '/security-setting/anti-phishing-code',
  remit: '/mint-redeem',
  'add-blockchain-address': '/blockchain',
  'crypto-withdraw': '/crypto-withdraw',
  'fiat-withdraw': '/fiat-withdraw',
};

/** Requests the codes of a pending command, and executes it. */
export default function SecurityVerificationActRoute() {
  const t = useTranslate();
  const navigate = useNavigate();
  const command = useOwnPath().split('/').at(-1) ?? '';
  const pending = useStore(pendingCommand);
  const isPending = pending?.command === command;
  const start = (isPending && pending.restart) || { to: formPaths[command] ?? '/security-setting' };
  const begin = (
    label: 'verify.startAgain' | 'verify.unanswered.action' | 'forgot.begin',
    variant: 'primary' | 'secondary',
  ) => (
    <ButtonLink {...start} variant={variant}>
      {t(label)}
    </ButtonLink>
  );
  const isUnanswered = isSubmissionStored(command);
  if (!isPending)
    return (
      <NothingHere
        isUnanswered={isUnanswered}
        action={begin(isUnanswered ? 'verify.unanswered.action' : 'forgot.begin', 'primary')}
      />
    );

  const { review, intro, payment, execute, redirectTo } = pending;
  const { intentId = '', checkGroups } = review;
  const verification = (
    <Card>
      {payment && <PaymentSummary {...payment} />}
      <Verification
        key={intentId}
        groups={checkGroups.map(({ anyOf }) => anyOf)}
        sent={codesSent({ intentId })}
        send={(checkType) => sendCode(checkType, { intentId })}
        askPasskey={(signal) => askPasskey({ intentId }, signal)}
        submit={(checks) =>
          execute(review, checks)
            // A command may change any data of the account.
            .then(() => invalidation.publish('everything-changed'))
            .catch(refuse)
        }
        serverNow={serverNow}
        onDone={() => {
          // The command may have started another command.
          if (pendingCommand.get() === pending) pendingCommand.set(undefined);
          if (redirectTo !== undefined) void navigate({ to: redirectTo, replace: true });
        }}
        startAgain={begin('verify.startAgain', 'secondary')}
      />
    </Card>
  );
  if (!payment)
    return (
      <Page title={t('verify.title')} width="flow" intro={t(intro)}>
        {verification}
      </Page>
    );
  return (
    <PaymentFrame title={t('verify.title')} intro={t(intro)} step="verify" side={undefined}>
      {verification}
    </PaymentFrame>
  );
}
