import { useLocation, useRouter } from '@tanstack/react-router';
import { Card } from '@wusd/ui-kit/Card';
import { pendingAct } from '../app/acts.ts';
import { ButtonLink } from '../app/link.tsx';
import { Page } from '../app/Page.tsx';
import { stale } from '../app/stale.ts';
import { useValue } from '../app/value.ts';
import { useWords } from '../app/words.ts';
import { NothingHere } from '../features/verification/NothingHere.tsx';
import { refuse } from '../features/verification/refuse.ts';
import { sendCode, serverNow } from '../features/verification/send-code.ts';
import { Verification } from '../features/verification/Verification.tsx';

/** Where each act begins. */
const starts: Record<string, string> = {
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

/** The codes of any act of somebody who is signed in. */
export default function SecurityVerificationActRoute() {
  const words = useWords();
  const router = useRouter();
  const { pathname } = useLocation();
  const action = pathname.split('/').at(-1) ?? '';
  const pending = useValue(pendingAct);
  const isPending = pending?.action === action;
  const start = (isPending && pending.startsAt) || (starts[action] ?? '/security-setting');
  const begin = (label: 'verify.startAgain' | 'forgot.begin', variant: 'primary' | 'secondary') => (
    <ButtonLink to={start} variant={variant}>
      {words(label)}
    </ButtonLink>
  );
  if (!isPending) return <NothingHere action={begin('forgot.begin', 'primary')} />;

  const { review, intro, act, goesTo } = pending;
  const { intentId = '', checkGroups } = review;
  return (
    <Page title={words('verify.title')} width="flow" intro={words(intro)}>
      <Card>
        <Verification
          key={intentId}
          groups={checkGroups.map(({ anyOf }) => anyOf)}
          send={(checkType) => sendCode(checkType, { intentId })}
          submit={(checks) =>
            act(review, checks)
              // Whatever was known of the account may have changed by it.
              .then(() => stale.mark('everything'))
              .catch(refuse)
          }
          serverNow={serverNow}
          onDone={() => {
            // Another act may have been begun by this one.
            if (pendingAct.get() === pending) pendingAct.set(undefined);
            if (goesTo !== undefined) router.history.replace(goesTo);
          }}
          startAgain={begin('verify.startAgain', 'secondary')}
        />
      </Card>
    </Page>
  );
}
