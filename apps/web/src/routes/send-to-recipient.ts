import { useNavigate } from '@tanstack/react-router';
import { useConfig } from '../shared/api/config.ts';
import type { Recipient } from '../features/recipients/recipients.ts';

/**
 * Returns a function that starts a withdrawal to a recipient and opens its form. It loads the payment code on demand.
 */
export function useSendTo(): (recipient: Recipient) => Promise<void> {
  const navigate = useNavigate();
  const config = useConfig();
  return async (recipient) => {
    if (recipient.kind === 'bank') {
      const { withdrawTo } = await import('../features/fiat/withdrawal-payment.ts');
      withdrawTo(recipient.account);
      await navigate({ to: '/fiat-withdraw' });
    } else {
      const { withdrawTo } = await import('../features/crypto/withdrawal-payment.ts');
      withdrawTo(recipient.address, config);
      await navigate({ to: '/crypto-withdraw' });
    }
  };
}
