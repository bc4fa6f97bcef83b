import { useQuery } from '@tanstack/react-query';
import type { CryptoTransaction } from '@wusd/api-sdk/core';
import { decimalsOf } from '@wusd/api-sdk/domain';
import { roundDown } from '@wusd/api-sdk/money';
import { useConfig } from '../../shared/api/config.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { addressesQuery } from '../../shared/money/saved-addresses.ts';
import { isOver } from '../../shared/money/status.ts';
import { ButtonLink } from '../../shared/routing/link.tsx';
import { holds } from '../../shared/session/session.ts';
import { currenciesOf } from './networks.ts';

/** Link to the withdrawal form, prefilled. Shown if the address is still saved and accepts the currency. */
export function SendAgain({ direction, status, addressId, receive: { currency, amount } }: CryptoTransaction) {
  const t = useTranslate();
  const config = useConfig();
  const isOffered = direction === 'withdrawal' && isOver(status) && holds('wallet.wallets.withdraw');
  const { data: addresses } = useQuery({ ...addressesQuery(), enabled: isOffered });
  const address = isOffered ? addresses?.find(({ id }) => id === addressId) : undefined;
  if (address?.status !== 'active' || !config || !currenciesOf(config, address.networkId).includes(currency))
    return null;
  return (
    <ButtonLink
      to="/crypto-withdraw"
      search={{ to: address.id, currency, amount: roundDown(amount, decimalsOf(currency)) }}
      variant="secondary"
    >
      {t('crypto.withdraw.again')}
    </ButtonLink>
  );
}
