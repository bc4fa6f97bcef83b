import { randomUUID } from 'node:crypto';
import type { ActReview, MfaCheck, OtcRate, Review, WalletClient } from '@wusd/api-sdk';
import { delivered, eventually, mei, type Node } from './harness.ts';

/**
 * Helpers for swaps of the demo customer.
 *
 * @param by returns clients of the customer's current session on two nodes
 */
export function swapsOf(node: Node, by: () => { api: WalletClient; there: WalletClient }) {
  return {
    async balances(): Promise<Record<string, string>> {
      const all = await by().api.walletAccounts.list();
      return Object.fromEntries(all.map(({ currency, available }) => [currency, available]));
    },
    captcha: (): string => `simulated:swap:${randomUUID()}`,
    redeem: (payAmount: string): Promise<OtcRate> =>
      by().api.otc.getRate({ payCurrency: 'WUSD', receiveCurrency: 'USD', payAmount }),
    async prove({ intentId = '' }: Review | ActReview): Promise<MfaCheck[]> {
      await by().api.mfa.sendSmsOtp({ intentId });
      await delivered(node);
      const { messages } = await node.api.sandbox.mailbox(mei.phone);
      return [{ checkType: 1, code: messages[0]?.code ?? '' }];
    },
    ended: (id: string): Promise<true> =>
      eventually(async () =>
        /^(processing|pending approval)$/.test((await by().there.otc.get(id)).status) ? undefined : true,
      ),
  };
}
