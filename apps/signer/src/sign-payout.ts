import type { Clock } from '@wusd/server-kit/clock';
import { type PayoutPort, PayoutRejected } from '@wusd/payouts/payout-port';
import type { SignRequest } from '@wusd/payouts/signer-protocol';
import { type Db, type Trx, whileNobodySigns } from './database/database.ts';
import { appendSignature, type SignatureRow } from './database/signature-log.ts';
import { firstSeen } from './destinations.ts';
import type { OrderedPayout, Product } from './ordered-payouts.ts';
import { type EarlierAttempt, judge, type Policy } from './policy.ts';

export interface SignerServices {
  db: Db;
  product: Product;
  clock: Clock;
  policy: Policy;
  payouts: Pick<PayoutPort, 'sign' | 'signCancellation' | 'statusOf' | 'exclusion'>;
}

export interface Signed {
  raw: string;
  hash: string;
}

const dayMs = 24 * 60 * 60_000;

/**
 * Signs an attempt of a payout that the product has ordered. The same attempt is signed once: asked again, the answer is the same.
 *
 * @returns undefined where the product has not ordered it
 * @throws PayoutRejected if the policy does not allow it; nothing was signed then
 */
export async function signPayout(
  services: SignerServices,
  { payoutId, attempt }: SignRequest,
): Promise<Signed | undefined> {
  const { db, product, payouts, clock } = services;
  const order = await product.findOrder(payoutId, attempt);
  if (!order) return undefined;
  // Nodes answer in their own time: nobody waits for them with the lock.
  const observed = await observeEarlier(services, order);
  const exclusion = await payouts.exclusion(order.networkId);
  // Kept even if the payout is rejected: from now on the destination is known.
  const firstSeenAt = await firstSeen(db, clock, { networkId: order.networkId, address: order.to, memo: order.memo });
  return whileNobodySigns(db, async (trx) => {
    const signatures = await signaturesOf(trx, payoutId);
    const same = signatures.find((each) => each.attempt === attempt);
    if (same) return repeat(same, order);
    if (signatures.length !== observed.length)
      throw new PayoutRejected('Another attempt of the payout was signed meanwhile', 'earlier-attempt');
    const now = clock.now();
    const operators = judge(services.policy, order, {
      now,
      exclusion,
      firstSeenAt,
      earlier: observed,
      nonceOwner: await ownerOf(trx, order),
      ...(await velocity(services, trx, order, now)),
    });
    const signed = await (order.kind === 'payout' ? payouts.sign(order) : payouts.signCancellation(order));
    await record(trx, order, signed, operators, now);
    return signed;
  });
}

function repeat(row: SignatureRow, order: OrderedPayout): Signed {
  const isSame =
    row.network_id === order.networkId &&
    row.sender === order.sender &&
    row.nonce === order.nonce &&
    row.kind === order.kind &&
    row.recipient === order.to &&
    row.memo === (order.memo ?? '') &&
    row.currency === order.currency &&
    BigInt(row.amount) === order.amount;
  if (!isSame) throw new PayoutRejected('The attempt differs from what was signed for it', 'conflict');
  return { raw: row.raw, hash: row.hash };
}

const signaturesOf = (db: Db | Trx, payoutId: string): Promise<SignatureRow[]> =>
  db.selectFrom('signature').selectAll().where('payout_id', '=', payoutId).orderBy('attempt').execute();

async function observeEarlier(
  { db, payouts }: SignerServices,
  { payoutId, attempt }: OrderedPayout,
): Promise<EarlierAttempt[]> {
  const rows = await signaturesOf(db, payoutId);
  if (rows.some((row) => row.attempt === attempt)) return [];
  return Promise.all(
    rows.map(
      async ({ kind, network_id: networkId, sender, nonce, hash, raw, recipient: to, memo, currency, amount }) => ({
        kind,
        sender,
        nonce,
        networkId,
        to,
        memo,
        currency,
        amount: BigInt(amount),
        status: await payouts.statusOf({ networkId, sender, nonce, hash, raw }),
      }),
    ),
  );
}

async function ownerOf(trx: Trx, { networkId, sender, nonce }: OrderedPayout): Promise<string | undefined> {
  const row = await trx
    .selectFrom('nonce')
    .select('payout_id')
    .where('network_id', '=', networkId)
    .where('sender', '=', sender)
    .where('nonce', '=', nonce)
    .executeTakeFirst();
  return row?.payout_id;
}

/** Payouts of the last 24 hours, each with its last signature. */
async function velocity(
  { policy }: SignerServices,
  trx: Trx,
  { payoutId, currency, amount }: OrderedPayout,
  now: Date,
): Promise<{ signedToday: bigint; roomAt: Date | undefined }> {
  const rows = await trx
    .selectFrom('signature')
    .select(({ fn }) => ['payout_id', 'amount', fn.max('signed_at').as('at')])
    .where('currency', '=', currency)
    .where('kind', '=', 'payout')
    .where('signed_at', '>', new Date(now.getTime() - dayMs))
    .where('payout_id', '<>', payoutId)
    .groupBy(['payout_id', 'amount'])
    .orderBy('at')
    .execute();
  const signedToday = rows.reduce((sum, row) => sum + BigInt(row.amount), 0n);
  const perDay = policy.limits.get(currency)?.perDay ?? 0n;
  let left = signedToday + amount;
  const enough = rows.find((row) => {
    left -= BigInt(row.amount);
    return left <= perDay;
  });
  return { signedToday, roomAt: enough && new Date(enough.at.getTime() + dayMs) };
}

async function record(
  trx: Trx,
  order: OrderedPayout,
  { raw, hash }: Signed,
  operators: string[],
  signed_at: Date,
): Promise<void> {
  const {
    networkId: network_id,
    payoutId: payout_id,
    attempt,
    sender,
    nonce,
    kind,
    to,
    memo,
    currency,
    amount,
    price,
  } = order;
  await trx
    .insertInto('nonce')
    .values({ network_id, sender, nonce, payout_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await appendSignature(trx, {
    payout_id,
    attempt,
    network_id,
    sender,
    nonce,
    kind,
    recipient: to,
    memo: memo ?? '',
    currency,
    amount: amount.toString(),
    price,
    raw,
    hash,
    operators,
    signed_at,
  });
}
