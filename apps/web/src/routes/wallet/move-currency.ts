import { useNavigate } from '@tanstack/react-router';
import type { Currency, Network } from '@wusd/api-sdk/domain';

export interface CurrencyMoves {
  deposit: () => Promise<void>;
  withdraw: () => Promise<void>;
  swap: () => Promise<void>;
}

/**
 * Opens the forms that move a currency, with it chosen. Their code is loaded only then.
 *
 * @param network that carries the currency; undefined for one that moves between banks
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
      const { depositDraft } = await import('../../features/fiat/deposit-draft.ts');
      if (depositDraft.get().currency !== currency)
        depositDraft.set({ ...depositDraft.get(), currency, partnerId: undefined });
      await navigate({ to: '/fiat-deposit' });
    },
    async withdraw() {
      if (network === undefined) {
        const { fiatWithdrawal } = await import('../../features/fiat/withdrawal-payment.ts');
        fiatWithdrawal.change({ currency, senderAccountId: '', bankAccountId: '', amount: '' });
        await navigate({ to: '/fiat-withdraw' });
      } else {
        const { cryptoWithdrawal } = await import('../../features/crypto/withdrawal-payment.ts');
        cryptoWithdrawal.change({ currency, addressId: '', amount: '' });
        await navigate({ to: '/crypto-withdraw' });
      }
    },
    async swap() {
      const { swapPayment } = await import('../../features/swap/payment.ts');
      const receive = currency === 'WUSD' ? 'USD' : 'WUSD';
      swapPayment.change({ sides: { pay: currency, receive }, typed: { side: 'pay', text: '' } });
      await navigate({ to: '/mint-redeem' });
    },
  };
}
