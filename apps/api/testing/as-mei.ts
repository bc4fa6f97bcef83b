import type { WalletClient } from '@wusd/api-sdk';
import { beforeAll, beforeEach } from 'vitest';
import { advance, clientOf, eventually, signIn, startTwoNodes, type Tokens } from './harness.ts';

/**
 * Starts two nodes, and signs the demo customer in before each test, because a change of the clock ends the earlier
 * session.
 */
export async function asMei() {
  const { node, other } = await startTwoNodes();
  const { services } = node.server;
  const who: { tokens?: Tokens; api?: WalletClient } = {};
  const given = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('Nobody is signed in yet');
    return value;
  };
  const mei = {
    node,
    other,
    services,
    get tokens(): Tokens {
      return given(who.tokens);
    },
    get api(): WalletClient {
      return given(who.api);
    },
    async begin(): Promise<void> {
      who.tokens = await signIn(node);
      who.api = clientOf(other, who.tokens);
    },
  };
  beforeAll(async () => {
    await mei.begin();
    // Waits until the deposits of the demo customers are credited.
    await eventually(async () => {
      const balances = await mei.api.walletAccounts.list();
      return balances.some(({ available }) => available === '12480.500000000000000000') ? true : undefined;
    });
  });
  beforeEach(async () => {
    await advance(61, node, other);
    await services.db.deleteFrom('throttle').execute();
    await mei.begin();
  });
  return mei;
}
