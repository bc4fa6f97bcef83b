import type { CryptoTransaction, WalletClient } from '@wusd/api-sdk';
import { subtract } from '@wusd/api-sdk/money';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { searchClaims } from '../src/domains/transfers/crypto/claim-search.ts';
import { reconcile } from '../src/domains/operations/reconcile.ts';
import { availableOf, clientOf, eventually, signIn, startTwoNodes, type Tokens } from '../testing/harness.ts';
import { operatorOf } from '../testing/operator.ts';
import { present } from '@wusd/server-kit/testing/present';
import { type SentDeposit, sendDeposit, transactionByHash } from '../testing/crypto-deposits.ts';

// A customer finds a missing deposit by its transaction hash. Only the customer it belongs to sees it.

const { node, other } = await startTwoNodes({ sandboxPace: 'manual' });
let tokens: Tokens;
let api: WalletClient;
beforeAll(async () => {
  tokens = await signIn(node);
  api = clientOf(node, tokens);
  await operator('verify', 'somchai@demo.example');
  await eventually(async () => ((await balance('USDC')) === '2150.004219000000000000' ? true : undefined));
});
beforeEach(() => node.server.services.db.deleteFrom('throttle').execute());
afterEach(async () => expect(await reconcile(node.server.services)).toEqual([]));

const balance = (currency: string): Promise<string | undefined> => availableOf(api, currency);
const send = (sent?: SentDeposit): Promise<string> => sendDeposit(node, sent);
const findByHash = (hash: string): Promise<CryptoTransaction | undefined> => transactionByHash(api, hash);
const operator = operatorOf(node.server.services);

describe('a missing deposit', () => {
  test('without a memo is claimed by its hash, once for any number of requests', async () => {
    const before = (await balance('WUSD')) ?? '';
    const hash = await send({ networkId: 12, outcome: 'missing-memo' });
    expect(await findByHash(hash)).toBeUndefined();
    const racing = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        clientOf(index % 2 === 0 ? node : other, tokens).cryptoTransactions.verifyDeposit({
          mainNet: 12,
          txnHash: hash,
        }),
      ),
    );
    expect(new Set(racing.map(({ id }) => id)).size).toBe(1);
    const held = present(racing[0]);
    expect(held).toMatchObject({ status: 'to be confirmed', hold: { reasonCode: 'missing-memo' } });
    await operator('approve', held.id);
    expect(subtract((await balance('WUSD')) ?? '', before)).toBe('250.000000000000000000');
  });

  test('is found by its hash in any letter case and with spaces', async () => {
    for (const networkId of [3, 12] as const) {
      const hash = await send({ networkId, outcome: 'missing-memo' });
      const typed = ` ${hash.replace(/[0-9a-f]{64}/, (digits) => digits.toUpperCase())} `;
      const found = await api.cryptoTransactions.verifyDeposit({ mainNet: networkId, txnHash: typed });
      const again = await api.cryptoTransactions.verifyDeposit({ mainNet: networkId, txnHash: hash });
      expect(again.id).toBe(found.id);
    }
  });

  test('is searched for when its hash is unknown, and a malformed hash is rejected', async () => {
    const hash = `0x${'00'.repeat(32)}`;
    expect(await api.cryptoTransactions.verifyDeposit({ mainNet: 3, txnHash: hash })).toMatchObject({
      status: 'processing',
      undisclosed: true,
      hold: { reasonCode: 'searching' },
    });
    for (const txnHash of ['0x12', hash.slice(2), `${hash}0`])
      await expect(api.cryptoTransactions.verifyDeposit({ mainNet: 3, txnHash })).rejects.toMatchObject({
        errorName: 'INVALID_REQUEST',
        details: { field: '/query/txnHash', reasonCode: 'not-a-hash' },
      });
  });

  test('of another customer is searched for like an unknown hash, and not disclosed', async () => {
    const hash = await send({ subjectId: 'somchai@demo.example' });
    const filed = await api.cryptoTransactions.verifyDeposit({ mainNet: 3, txnHash: hash });
    await searchClaims(node.server.services);
    expect(await api.cryptoTransactions.get(filed.id)).toMatchObject({ status: 'processing', undisclosed: true });
  });
});
