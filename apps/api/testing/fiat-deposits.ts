import type { FiatDeposit, FiatTransaction, WalletClient } from '@wusd/api-sdk';
import type { Node } from './harness.ts';

/** Returns a deposit to the bank in Singapore. */
export const singapore = (amount = '500.00'): FiatDeposit => ({ currency: 'SGD', amount, partnerId: 'dbs' });

/** Previews a deposit and declares it. */
export async function declareDeposit(api: WalletClient, deposit: FiatDeposit): Promise<FiatTransaction> {
  const intent = await api.fiatTransactions.reviewDeposit(deposit);
  return api.fiatTransactions.declareDeposit(deposit, { intent });
}

/** Deviation of a wire from its declaration. */
export type WireOutcome = 'shortfall' | 'excess' | 'high-risk' | 'no-reference';

/** Simulates the arrival of a declared deposit. */
export function simulateWire(node: Node, subjectId: string, outcome?: WireOutcome) {
  return node.api.sandbox.createEvent({ type: 'bank-credit', subjectId, ...(outcome && { outcome }) });
}
