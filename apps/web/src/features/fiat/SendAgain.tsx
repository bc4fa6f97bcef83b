import { useQuery } from '@tanstack/react-query';
import type { FiatTransaction } from '@wusd/api-sdk/core';
import { decimalsOf } from '@wusd/api-sdk/domain';
import { roundDown } from '@wusd/api-sdk/money';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { bankAccountsQuery } from '../../shared/money/saved-bank-accounts.ts';
import { isOver } from '../../shared/money/status.ts';
import { ButtonLink } from '../../shared/routing/link.tsx';
import { holds } from '../../shared/session/session.ts';
import { payableAccounts } from './payable.ts';

/** Link to the withdrawal form, prefilled. Shown if the account is still saved, payable and in the same currency. */
export function SendAgain({ direction, status, bankAccountId, receive: { currency, amount } }: FiatTransaction) {
  const t = useTranslate();
  const isOffered = direction === 'withdrawal' && isOver(status) && holds('wallet.wallets.withdraw');
  const { data: saved } = useQuery({ ...bankAccountsQuery(), enabled: isOffered });
  const account =
    isOffered && saved ? payableAccounts(saved, currency).find(({ id }) => id === bankAccountId) : undefined;
  if (account?.fields.currency !== currency) return null;
  return (
    <ButtonLink
      to="/fiat-withdraw"
      search={{ to: account.id, amount: roundDown(amount, decimalsOf(currency)) }}
      variant="secondary"
    >
      {t('crypto.withdraw.again')}
    </ButtonLink>
  );
}
