import { Network } from '@wusd/api-sdk/domain';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { transitionWithdrawal } from '../src/domains/transfers/core/withdrawals.ts';
import { sendWithdrawals } from '../src/domains/transfers/crypto/send-withdrawals.ts';
import { cryptoWithdrawals } from '../src/domains/transfers/crypto/withdrawals.ts';
import { type Payout, type PayoutPort, PayoutRejected } from '@wusd/payouts/payout-port';
import { startCryptoPayouts } from '../testing/crypto-payouts.ts';
import { eventually } from '../testing/harness.ts';
import { operatorOf } from '../testing/operator.ts';
import { present } from '@wusd/server-kit/testing/present';

// Payouts that were requested and not signed yet, on two nodes.

const networkId = Network.Ethereum;
const { node, other, services, db, customerId, ask, rowOf, signedOf } = await startCryptoPayouts(networkId, 710n);
const { clock } = services;
const rounds = (): Promise<unknown> => Promise.all([node, other].map(({ server }) => sendWithdrawals(server.services)));
async function sent(amount: string): Promise<string> {
  const id = await ask(amount);
  await eventually(async () => {
    await rounds();
    return (await rowOf(id)).status === 'processing' ? true : undefined;
  });
  return id;
}
const sign = (answer: (payout: Payout) => ReturnType<PayoutPort['sign']>) =>
  [node, other].map(({ server }) => vi.spyOn(server.services.gateways.payouts, 'sign').mockImplementation(answer));
const rejects = () => Promise.reject(new PayoutRejected('Too much', 'payout-limit'));
const isLost = () => Promise.reject(new Error('The signer does not answer'));
const nonceOf = async (id: string) => (await signedOf(id))[0]?.nonce;
const used = async () =>
  (await db.selectFrom('payout_usage').select('nonce').where('network_id', '=', networkId).execute())
    .map(({ nonce }) => Number(nonce))
    .toSorted((one, another) => one - another);
const orders = () => db.selectFrom('payout_order').selectAll().execute();

test('a payout that the signer rejects waits for a person, and the next payout uses its nonce', async () => {
  const before = await used();
  sign(rejects);
  const id = await ask('26.00');
  await eventually(async () => {
    await rounds();
    return (await rowOf(id)).status === 'to be processed' ? undefined : true;
  });
  expect(await rowOf(id)).toMatchObject({ status: 'to be confirmed', hold_reason: 'signer-limit' });
  expect(await used()).toEqual(before);
  expect(await orders()).toEqual([]);
  vi.restoreAllMocks();
  expect(await nonceOf(await sent('26.50'))).toBe(String((before.at(-1) ?? -1) + 1));
  await operatorOf(services)('reject', id, '--reason', 'at-your-request');
});

test('a payout without an answer of the signer keeps its nonce and price, cannot be cancelled, and is signed once', async () => {
  sign(isLost);
  const id = await ask('26.75');
  await eventually(async () => {
    await rounds().catch(() => {});
    return (await orders()).length === 1 ? true : undefined;
  });
  const [order] = await orders();
  expect(order).toMatchObject({ withdrawal_id: id, attempt: 1, kind: 'payout' });
  expect((await rowOf(id)).status).toBe('to be processed');
  const cancel = { actor: 'customer', to: 'cancelled', customerId } as const;
  await expect(transitionWithdrawal(services, cryptoWithdrawals, id, cancel)).rejects.toMatchObject({
    errorName: 'MOVE_NOT_ALLOWED',
  });
  await expect(operatorOf(services)('reject', id, '--reason', 'at-your-request')).rejects.toThrow();

  const asked: Payout[] = [];
  vi.restoreAllMocks();
  const originals = [node, other].map(({ server }) => server.services.gateways.payouts.sign);
  for (const [index, { server }] of [node, other].entries())
    vi.spyOn(server.services.gateways.payouts, 'sign').mockImplementation(async (payout) => {
      asked.push(payout);
      return present(originals[index])(payout);
    });
  await rounds();
  expect(await signedOf(id)).toMatchObject([{ attempt: 1, nonce: order?.nonce, price: order?.price }]);
  expect(new Set(asked.map(({ nonce, amount }) => `${nonce} ${amount}`)).size).toBe(1);
  expect(await orders()).toEqual([]);
  expect((await rowOf(id)).status).toBe('processing');
});

test('nonces have no gap and each is paid once, for any answers of the signer in any order', async () => {
  const outcome = fc.constantFrom('signs', 'rejects', 'is lost', 'answers nobody');
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(outcome, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
      async (plan) => {
        vi.restoreAllMocks();
        const before = await used();
        const answers = new Map<string, string[]>();
        const originals = [node, other].map(({ server }) => server.services.gateways.payouts.sign);
        for (const [index, { server }] of [node, other].entries())
          vi.spyOn(server.services.gateways.payouts, 'sign').mockImplementation(async (payout) => {
            const answer = answers.get(payout.payoutId)?.shift() ?? 'signs';
            if (answer === 'rejects') return rejects();
            if (answer === 'is lost') return isLost();
            const signed = await present(originals[index])(payout);
            return answer === 'signs' ? signed : isLost();
          });
        const asked = await Promise.all(plan.map(() => ask('1.00')));
        for (const [index, id] of asked.entries()) answers.set(id, [...present(plan[index])]);
        await eventually(async () => {
          // A payout whose nonce is not available yet is postponed, so it is made due again.
          await db.updateTable('crypto_transaction').set({ due_at: clock.now() }).where('id', 'in', asked).execute();
          await Promise.all([node, other].map(({ server }) => sendWithdrawals(server.services).catch(() => {})));
          const rows = await Promise.all(asked.map(rowOf));
          return rows.every(({ status }) => status !== 'to be processed') ? true : undefined;
        });
        vi.restoreAllMocks();
        const paid = await Promise.all(asked.map(signedOf));
        const rows = await Promise.all(asked.map(rowOf));
        for (const [index, { status }] of rows.entries())
          expect(paid[index]).toHaveLength(status === 'processing' ? 1 : 0);
        const first = (before.at(-1) ?? -1) + 1;
        const now = await used();
        expect(now.slice(before.length)).toEqual(now.slice(before.length).map((_, index) => first + index));
        expect(
          paid
            .flat()
            .map(({ nonce }) => Number(nonce))
            .toSorted((one, another) => one - another),
        ).toEqual(now.slice(before.length));
        expect(await orders()).toEqual([]);
        for (const { id, status } of rows)
          if (status === 'to be confirmed') await operatorOf(services)('reject', id, '--reason', 'at-your-request');
      },
    ),
    { numRuns: 12 },
  );
});
