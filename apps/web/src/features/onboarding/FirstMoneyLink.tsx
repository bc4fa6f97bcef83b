import { session } from '../../shared/api/client.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { ButtonLink } from '../../shared/routing/link.tsx';
import { holds } from '../../shared/session/session.ts';
import { useStore } from '../../shared/state/store.ts';

/** The next step of a customer without a balance: a deposit or, until deposits are unlocked, the verification. */
export function FirstMoneyLink() {
  const t = useTranslate();
  const isVerified = useStore(session).authUser?.identityStatus === 'verified';
  if (!isVerified) return <ButtonLink to="/account-info">{t('wallet.empty.verify.action')}</ButtonLink>;
  if (!holds('wallet.wallets.deposit')) return null;
  return <ButtonLink to="/fiat-deposit">{t('wallet.depositFiat')}</ButtonLink>;
}
