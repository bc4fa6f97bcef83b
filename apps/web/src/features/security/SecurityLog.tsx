import { useQuery } from '@tanstack/react-query';
import type { MessageId } from '@wusd/i18n';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { useMoment } from '../../shared/i18n/time-zone.ts';
import { Unavailable } from '../../shared/feedback/Unavailable.tsx';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { logQuery } from './queries.ts';
import { Rows } from './Rows.tsx';

const atMost = 10;

/** Messages for the known actions of the log. */
const acts: Record<string, MessageId> = {
  registered: 'security.act.registered',
  activated: 'security.act.activated',
  'password reset': 'security.act.passwordReset',
  'password changed': 'security.act.passwordChanged',
  'identity verified': 'security.act.identityVerified',
  'identity verification failed': 'security.act.identityVerificationFailed',
  'identity submitted again': 'security.act.identitySubmittedAgain',
  'identity to be checked again': 'security.act.identityToBeCheckedAgain',
  'anti-phishing code set': 'security.act.antiPhishingCodeSet',
  'authenticator bound': 'security.act.authenticatorBound',
  'authenticator removed': 'security.act.authenticatorRemoved',
  'recovery codes renewed': 'security.act.recoveryCodesRenewed',
  'passkey added': 'passkey.act.added',
  'passkey removed': 'passkey.act.removed',
  'phone changed': 'security.act.phoneChanged',
  'phone removed': 'security.act.phoneRemoved',
  'email changed': 'security.act.emailChanged',
  'account frozen': 'security.act.accountFrozen',
  'account unfrozen': 'security.act.accountUnfrozen',
  'address saved': 'security.act.addressSaved',
  'address deleted': 'security.act.addressDeleted',
  'bank account saved': 'security.act.bankAccountSaved',
  'bank account edited': 'security.act.bankAccountEdited',
  'bank account deleted': 'security.act.bankAccountDeleted',
  'auto-redemption on': 'security.act.autoRedemptionOn',
  'auto-redemption off': 'security.act.autoRedemptionOff',
  'wrong password': 'security.act.wrongPassword',
  'wrong passkey': 'passkey.act.wrong',
  'copied passkey': 'passkey.act.copied',
  'sign-in paused': 'security.act.signInPaused',
  'wrong code': 'security.act.wrongCode',
  'codes paused': 'security.act.codesPaused',
  'codes locked': 'security.act.codesLocked',
  'codes unlocked': 'security.act.codesUnlocked',
};

/** Security events of the account, with actor, device and time. */
export function SecurityLog() {
  const t = useTranslate();
  const moment = useMoment();
  const query = useQuery(logQuery);
  const { data } = query;
  if (query.isError) return <Unavailable query={query}>{t('security.unavailable')}</Unavailable>;
  if (!data) return <Skeleton width="100%" height="160px" />;
  if (data.length === 0) return <p>{t('security.log.empty')}</p>;
  return (
    <Rows
      rows={data.slice(0, atMost).map(({ at, act, actor, device, location, factor = '', count }, index) => ({
        key: `${at}-${index}`,
        title: t(acts[act] ?? 'security.act.other', { factor }),
        state: [
          // Only failed attempts have a count, and their actor is unknown.
          count === undefined ? t('security.log.by', { actor }) : count > 1 && t('security.log.times', { count }),
          device,
          location,
          moment(at),
        ]
          .filter(Boolean)
          .join(' · '),
      }))}
    />
  );
}
