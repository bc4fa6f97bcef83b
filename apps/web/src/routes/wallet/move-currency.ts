import { useNavigate } from '@tanstack/react-router';
import type { Currency, Network } from '@wusd/api-sdk/domain';

export interface CurrencyMoves {
  deposit: () => Promise<void>;
  withdraw: () => Promise<void>;
  swap: () => Promise<void>;
}

/**
 * Functions that open the deposit, withdrawal and swap forms with a currency preselected. They load the form's code on
 * demand.
 *
 * @param network network that carries the currency; undefined for a fiat currency
 */
export function useCurrencyMoves(
  currency: Currency,
  network: (typeof Network)[keyof typeof Network] | undefined,
): CurrencyMoves {
  const navigate = useNavigate();
  return {
    async deposit() {
      if (network !== undefined) {
        await navigate({ to: '/crypto-deposit', search: { network, currency } });
        return;
      }
      const { depositCurrency } = await import('../../features/fiat/deposit-draft.ts');
      depositCurrency(currency);
      await navigate({ to: '/fiat-deposit' });
    },
    async withdraw() {
      const isFiat = network === undefined;
      const { withdrawCurrency } = isFiat
        ? await import('../../features/fiat/withdrawal-payment.ts')
        : await import('../../features/crypto/withdrawal-payment.ts');
      withdrawCurrency(currency);
      await navigate({ to: isFiat ? '/fiat-withdraw' : '/crypto-withdraw' });
    },
    async swap() {
      const { swapCurrency } = await import('../../features/swap/payment.ts');
      swapCurrency(currency);
      await navigate({ to: '/mint-redeem' });
    },
  };
}
