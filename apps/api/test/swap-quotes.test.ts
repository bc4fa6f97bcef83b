import type { MfaCheck, Review, WalletClient } from '@wusd/api-sdk';
import { subtract } from '@wusd/api-sdk/money';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { reconcile } from '../src/domains/operations/reconcile.ts';
import {
  advance,
  bearer,
  clientOf,
  eventually,
  json,
  mei,
  send,
  signIn,
  startTwoNodes,
  type Tokens,
} from '../testing/harness.ts';
import { textField } from '@wusd/server-kit/errors/error-fields';
import { present } from '@wusd/server-kit/testing/present';
import { swapsOf } from '../testing/swaps.ts';

// A quote is taken once and expires soon. Its review lists all blockers before anything happens.

const { node, other } = await startTwoNodes();
let tokens: Tokens;
let api: WalletClient;
let there: WalletClient;
async function signInAgain(): Promise<void> {
  tokens = await signIn(node);
  api = clientOf(node, tokens);
  there = clientOf(other, tokens);
}
beforeAll(async () => {
  await signInAgain();
  // The deposits of the demo customers have been credited.
  await eventually(async () => ((await balances())['WUSD'] === '12480.500000000000000000' ? true : undefined));
});
beforeEach(async () => {
  await advance(61, node, other);
  await node.server.services.db.deleteFrom('throttle').execute();
  // The previous session has expired.
  await signInAgain();
});
afterEach(async () => expect(await reconcile(node.server.services)).toEqual([]));

const { balances, captcha, redeem, prove, ended } = swapsOf(node, () => ({ api, there }));
const nameOf = (error: unknown): string => textField(error, 'errorName') ?? String(error);

describe('a quote', () => {
  test('is valid for thirty seconds, and its first review holds it for five minutes', async () => {
    const lost = await redeem('20.00');
    await advance(31, node, other);
    expect((await api.otc.review({ quoteId: lost.quoteId ?? '' })).blockers).toMatchObject([{ errCode: '30002' }]);

    const { quoteId = '' } = await redeem('20.00');
    const first = await api.otc.review({ quoteId });
    await advance(280, node, other);
    const again = await api.otc.review({ quoteId });
    expect(again.expiresAt).toBe(first.expiresAt);
    const mfa = await prove(again);
    await advance(21, node, other);
    const refused = await api.otc.submit({ quoteId }, { intent: again, mfa, captcha: captcha() }).safe();
    expect(refused).toMatchObject({ error: { errorName: 'QUOTE_EXPIRED' } });
  });

  test('is released when its customer reviews another one', async () => {
    const [first, second] = [await redeem('20.00'), await redeem('30.00')];
    const intent = await api.otc.review({ quoteId: first.quoteId ?? '' });
    await api.otc.review({ quoteId: second.quoteId ?? '' });
    const refused = await api.otc
      .submit({ quoteId: first.quoteId ?? '' }, { intent, mfa: await prove(intent), captcha: captcha() })
      .safe();
    expect(refused).toMatchObject({ error: { errorName: 'QUOTE_EXPIRED' } });
  });

  test('belongs to its customer, and a caller without a sign-in gets none', async () => {
    const { quoteId } = await node.api.otc.getRate({ payCurrency: 'USD', receiveCurrency: 'WUSD', payAmount: '20.00' });
    expect(quoteId).toBeUndefined();
    const mine = await redeem('20.00');
    const somchai = clientOf(node, await signIn(node, { ...mei, username: 'somchai@demo.example' }));
    expect(await somchai.otc.review({ quoteId: mine.quoteId ?? '' }).safe()).toMatchObject({
      error: { errorName: 'QUOTE_EXPIRED' },
    });
  });

  test('is taken once by 64 concurrent orders on two nodes (control 20)', async () => {
    const before = await balances();
    const { quoteId = '' } = await redeem('64.00');
    const intents: { intent: Review; mfa: MfaCheck[] }[] = [];
    for (let count = 0; count < 4; count += 1) {
      const intent = await api.otc.review({ quoteId });
      intents.push({ intent, mfa: await prove(intent) });
      await advance(61, node, other);
    }
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, index) => {
        const { intent, mfa } = present(intents[index % 4]);
        return (index % 2 === 0 ? api : there).otc.submit({ quoteId }, { intent, mfa, captcha: captcha() }).safe();
      }),
    );
    const taken = answers.flatMap((answer) => (answer.ok ? [answer.result.id] : []));
    // One intent succeeded and its repeats got its answer. The others got QUOTE_EXPIRED or INTENT_IN_PROGRESS.
    expect(new Set(taken).size).toBe(1);
    expect(taken).toHaveLength(16);
    const refusals = answers.flatMap((answer) => (answer.ok ? [] : [nameOf(answer.error)]));
    expect(refusals.filter((name) => name === 'QUOTE_EXPIRED').length).toBeGreaterThanOrEqual(3);
    expect(refusals.filter((name) => name !== 'QUOTE_EXPIRED' && name !== 'INTENT_IN_PROGRESS')).toEqual([]);
    await ended(taken[0] ?? '');
    expect(subtract(before['WUSD'] ?? '', (await balances())['WUSD'] ?? '')).toBe('64.000000000000000000');
  });
});

describe('bad input', () => {
  test.each([
    [{ payCurrency: 'USD', receiveCurrency: 'EUR', payAmount: '20.00' }, '30001'],
    [{ payCurrency: 'USD', receiveCurrency: 'WUSD', payAmount: '20.001' }, '00002'],
    [{ payCurrency: 'USD', receiveCurrency: 'WUSD', payAmount: '0.00' }, '00002'],
    [{ payCurrency: 'USD', receiveCurrency: 'WUSD', payAmount: '1000000000000.01' }, '00002'],
    [{ payCurrency: 'USD', receiveCurrency: 'WUSD', payAmount: 20 }, '00002'],
    [{ payCurrency: 'USD', receiveCurrency: 'WUSD' }, '00002'],
    [{ payCurrency: 'USD', receiveCurrency: 'WUSD', payAmount: '20.00', receiveAmount: '20.00' }, '00002'],
  ])('%j is refused with its own code', async (body, code) => {
    const { header } = await send(node, 'POST', '/otc/get-otc-rate', {
      ...json(body),
      headers: { 'content-type': 'application/json', ...bearer(tokens).headers },
    });
    expect(header.errCode).toBe(code);
  });

  test.each([
    ['9.99', '21005'],
    ['1000000.01', '21006'],
    ['900000.00', '21004'],
  ])('a review of %s WUSD lists every blocker and changes nothing', async (amount, code) => {
    const before = await balances();
    const { quoteId = '' } = await redeem(amount);
    const review = await api.otc.review({ quoteId });
    expect(review.intentId).toBeUndefined();
    expect(review.blockers.map(({ errCode }) => errCode)).toContain(code);
    expect(await balances()).toEqual(before);
  });

  test('a customer who is not verified gets a blocker', async () => {
    const somchai = clientOf(node, await signIn(node, { ...mei, username: 'somchai@demo.example' }));
    const { quoteId = '' } = await somchai.otc.getRate({
      payCurrency: 'USD',
      receiveCurrency: 'WUSD',
      payAmount: '20.00',
    });
    const review = await somchai.otc.review({ quoteId });
    expect(review.blockers.map(({ errCode }) => errCode)).toEqual(['21001', '21004']);
  });
});
