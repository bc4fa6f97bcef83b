import { useNavigate } from '@tanstack/react-router';
import type { Recipient } from '../features/recipients/recipients.ts';

/** Begins a withdrawal with the recipient chosen. What pays is loaded then. */
export function useSendTo(): (recipient: Recipient) => Promise<void> {
  const navigate = useNavigate();
  return async (recipient) => {
    if (recipient.kind === 'bank') {
      const { fiatWithdrawal } = await import('../features/fiat/withdrawal-payment.ts');
      fiatWithdrawal.change({ currency: recipient.account.fields.currency, bankAccountId: recipient.id });
      await navigate({ to: '/fiat-withdraw' });
    } else {
      const { cryptoWithdrawal } = await import('../features/crypto/withdrawal-payment.ts');
      cryptoWithdrawal.change({ addressId: recipient.id });
      await navigate({ to: '/crypto-withdraw' });
    }
  };
}
