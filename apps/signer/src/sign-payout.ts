import type { Clock } from '@wusd/server-kit/clock';
import { type Exclusion, type PayoutPort, PayoutRejected } from '@wusd/payouts/payout-port';
import type { SignRequest } from '@wusd/payouts/signer-protocol';
import { type Db, type Trx, withSigningLock } from './database/database.ts';
import { appendSignature, type SignatureRow } from './database/signature-log.ts';
import { noteCredential } from './credentials.ts';
import { noteDestination } from './destinations.ts';
import type { OrderedPayout, ProductReader } from './ordered-payouts.ts';
import { verifyAssertion, type VerifiedAssertion } from './passkey-assertions.ts';
import { type Authorization, type EarlierAttempt, authorize, type SignerFacts, type Policy } from './policy.ts';

export interface SignerServices {
  db: Db;
  product: ProductReader;
  clock: Clock;
  policy: Policy;
  payouts: Pick<PayoutPort, 'sign' | 'signCancellation' | 'statusOf' | 'exclusion' | 'sender' | 'nonces'>;
}

export interface Signed {
  raw: string;
  hash: string;
}

const dayMs = 24 * 60 * 60_000;

/**
 * Signs an attempt of a payout that the product has ordered. An attempt is signed once; a repeated request gets the
 * same answer.
 *
 * @returns undefined if the product has not ordered the attempt
 * @throws PayoutRejected if the policy rejects it; then nothing is signed
 */
export async function signPayout(
  services: SignerServices,
  { payoutId, attempt }: SignRequest,
): Promise<Signed | undefined> {
  const { db, product, payouts, clock } = services;
  const order = await product.findOrder(payoutId, attempt);
  if (!order) return undefined;
  const before = await readSignatures(db, payoutId);
  // A lost answer is repeated, even if nodes or limits would now reject the payout.
  const stored = storedAnswer(before, order);
  if (stored) return stored;
  // Calls the slow nodes before taking the lock.
  const earlier = await observe(payouts, before);
  const exclusion = await payouts.exclusion(order.networkId);
  const isNonceOffered = await findOffered(services, order, exclusion);
  // Stored even if the payout is rejected: the hold period of the destination starts now.
  const firstSeenAt = await noteDestination(db, clock, {
    networkId: order.networkId,
    address: order.to,
    memo: order.memo,
  });
  const assertion = await verify(services, order);
  return withSigningLock(db, async (trx) => {
    const signatures = await readSignatures(trx, payoutId);
    const answer = storedAnswer(signatures, order);
    if (answer) return answer;
    if (signatures.length !== before.length)
      throw new PayoutRejected('Another attempt of the payout was signed meanwhile', 'earlier-attempt');
    const now = clock.now();
    const authorization = authorize(services.policy, order, {
      now,
      exclusion,
      firstSeenAt,
      earlier,
      nonceOwner: await ownerOf(trx, order),
      isNonceOffered,
      assertion,
      challengeOwner: assertion && (await challengeOwnerOf(trx, assertion)),
      ...(await readUsage(services, trx, order, now)),
    });
    const signed = await (order.kind === 'payout' ? payouts.sign(order) : payouts.signCancellation(order));
    await record(trx, order, signed, authorization, now);
    return signed;
  });
}

/**
 * Returns the earlier answer for the same attempt.
 *
 * @throws PayoutRejected if the earlier signature has other values
 */
function storedAnswer(signatures: readonly SignatureRow[], order: OrderedPayout): Signed | undefined {
  const row = signatures.find(({ attempt }) => attempt === order.attempt);
  if (!row) return undefined;
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

const readSignatures = (db: Db | Trx, payoutId: string): Promise<SignatureRow[]> =>
  db.selectFrom('signature').selectAll().where('payout_id', '=', payoutId).orderBy('attempt').execute();

function observe(payouts: SignerServices['payouts'], signatures: readonly SignatureRow[]): Promise<EarlierAttempt[]> {
  return Promise.all(
    signatures.map(async ({ kind, sender, nonce, memo, currency, hash, raw, ...row }) => ({
      kind,
      sender,
      nonce,
      memo,
      currency,
      networkId: row.network_id,
      to: row.recipient,
      amount: BigInt(row.amount),
      signedAt: row.signed_at,
      status: await payouts.statusOf({ networkId: row.network_id, sender, nonce, hash, raw }),
    })),
  );
}

/** Maximum distance of a nonce from the network's next nonce. */
const maxNonceGap = 1000n;

/**
 * Whether the network offers the nonce. If attempts only expire, the nonce is the expiry time, and the adapter checks
 * it.
 */
async function findOffered(
  { payouts }: SignerServices,
  { networkId, sender, nonce }: OrderedPayout,
  exclusion: Exclusion,
): Promise<boolean> {
  if (exclusion === 'expiry') return true;
  if ((await payouts.sender(networkId)) !== sender) return false;
  const offer = await payouts.nonces(networkId);
  if ('anyOf' in offer) return offer.anyOf.includes(nonce);
  // Each number must have a unique spelling.
  if (!/^(0|[1-9]\d*)$/.test(nonce)) return false;
  return BigInt(nonce) >= offer.from && BigInt(nonce) < offer.from + maxNonceGap;
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

/**
 * Verifies the customer's assertion over the order. The passkey is recorded even if the payout is rejected: its hold
 * period starts now.
 */
async function verify(
  { db, product, clock, policy }: SignerServices,
  order: OrderedPayout,
): Promise<VerifiedAssertion | undefined> {
  const { assertion } = order;
  if (!assertion) return undefined;
  const known = await noteCredential(db, product, clock, assertion);
  return verifyAssertion(policy.passkeys, order, assertion, known);
}

async function challengeOwnerOf(trx: Trx, { challenge }: VerifiedAssertion): Promise<string | undefined> {
  const row = await trx
    .selectFrom('passkey_challenge')
    .select('payout_id')
    .where('challenge', '=', challenge)
    .executeTakeFirst();
  return row?.payout_id;
}

/** Returns the usage of the limits: payouts of the last 24 hours, each counted at its last signature. */
async function readUsage(
  { policy }: SignerServices,
  trx: Trx,
  { payoutId, currency, amount }: OrderedPayout,
  now: Date,
): Promise<Pick<SignerFacts, 'signedWithin24h' | 'payoutsWithin24h' | 'availableAt'>> {
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
  const signedWithin24h = rows.reduce((sum, row) => sum + BigInt(row.amount), 0n);
  const { perDay = 0n, payoutsPerDay = 0 } = policy.limits.get(currency) ?? {};
  let [amountLeft, countLeft] = [signedWithin24h + amount, rows.length + 1];
  const enough = rows.find((row) => {
    amountLeft -= BigInt(row.amount);
    countLeft -= 1;
    return amountLeft <= perDay && countLeft <= payoutsPerDay;
  });
  return {
    signedWithin24h,
    payoutsWithin24h: rows.length,
    availableAt: enough && new Date(enough.at.getTime() + dayMs),
  };
}

async function record(
  trx: Trx,
  order: OrderedPayout,
  { raw, hash }: Signed,
  { operators, credentialId, challenge }: Authorization,
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
  if (challenge)
    await trx
      .insertInto('passkey_challenge')
      .values({ challenge, payout_id })
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
    credential_id: credentialId ?? null,
    signed_at,
  });
}
