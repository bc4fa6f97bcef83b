import type { CryptoTransaction, WalletClient } from '@wusd/api-sdk';
import { scanChains } from '../src/domains/transfers/crypto/scan.ts';
import { mei, type Node } from './harness.ts';

export interface SentDeposit {
  networkId?: 3 | 6 | 12;
  amount?: string;
  outcome?: 'high-risk' | 'missing-memo';
  subjectId?: string;
}

/** Sends a transfer to a customer that a node has read but not confirmed. @returns its hash */
export async function sendDeposit(
  node: Node,
  { networkId = 3, amount = '250.00', outcome, subjectId = mei.username }: SentDeposit = {},
): Promise<string> {
  const { reference } = await node.api.sandbox.createEvent({
    type: 'chain-transfer',
    subjectId,
    networkId,
    money: { currency: 'WUSD', amount },
    ...(outcome && { outcome }),
  });
  await scanChains(node.server.services);
  return reference;
}

/** Returns the customer's transaction with a hash, if there is one. */
export async function transactionByHash(api: WalletClient, hash: string): Promise<CryptoTransaction | undefined> {
  const { items } = await api.cryptoTransactions.search({ filter: { text: hash } });
  return items[0];
}
