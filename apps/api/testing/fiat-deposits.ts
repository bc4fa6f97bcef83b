import type { FiatDeposit, FiatTransaction, WalletClient } from '@wusd/api-sdk';
import type { Node } from './harness.ts';

/** A deposit to the bank in Singapore. */
export const singapore = (amount = '500.00'): FiatDeposit => ({ currency: 'SGD', amount, partnerId: 'dbs' });

/** Reviews a deposit and says that it is under way. */
export async function declareDeposit(api: WalletClient, deposit: FiatDeposit): Promise<FiatTransaction> {
  const intent = await api.fiatTransactions.reviewDeposit(deposit);
  return api.fiatTransactions.declareDeposit(deposit, { intent });
}

/** What is unusual about a wire. */
export type WireOutcome = 'shortfall' | 'excess' | 'high-risk' | 'no-reference';

/** What was declared arrives. */
export function simulateWire(node: Node, subjectId: string, outcome?: WireOutcome) {
  return node.api.sandbox.createEvent({ type: 'bank-credit', subjectId, ...(outcome && { outcome }) });
}
