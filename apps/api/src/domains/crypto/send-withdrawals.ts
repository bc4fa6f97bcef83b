import { type Selectable, sql } from 'kysely';
import { type Db, transact, type Trx } from '../../database/database.ts';
import type { Database } from '../../database/types.ts';
import { forEachApart } from '../../each-apart.ts';
import { LedgerError } from '../../ledger/ledger.ts';
import { PayoutRefused, type SentPayout } from '../../ports/index.ts';
import { lockCustomer } from '../customers/customers.ts';
import type { Services } from '../services.ts';
import { type CryptoRow, lockTransaction } from './transactions.ts';
import { tellWallet } from '../wallet-accounts/entries.ts';
import { customerHold, later } from '../withdrawal-rules.ts';
import { reserveCustody } from './withdrawal-postings.ts';
import type { WithdrawalStatus } from './withdrawal-states.ts';
import { moveIn, type WithdrawalMove } from './withdrawals.ts';

/** When what no block has taken is offered a better price. */
const stuckMs = 10 * 60_000;

/**
 * Signs and sends what may leave. What is signed is committed before it is sent: a crash in between leaves the bytes, and whoever finds them
 * sends the same.
 */
export async function sendWithdrawals(services: Services): Promise<void> {
  const { db, clock, outside, wakeUps } = services;
  const due = await db
    .selectFrom('crypto_transaction')
    .selectAll()
    .where('direction', '=', 'withdrawal')
    .where('status', '=', 'to be processed')
    .where('due_at', '<=', clock.now())
    .orderBy('due_at')
    .orderBy('id')
    .execute();
  await forEachApart(due, async ({ id, network_id: networkId, currency, address, customer_id: customerId }) => {
    // Asked outside the transaction: nobody waits for a stranger while holding the customer's row.
    const attempts = await attemptsOf(db, id);
    const standing: Standing = {
      isUnderWay: await mayStillArrive(services, attempts),
      risk: await outside.screening.screen(networkId, address ?? ''),
      price: await outside.payouts.priceNow(networkId),
      liquidity: await outside.payouts.liquidity(networkId, currency),
      firstNonce: await outside.payouts.firstNonce(networkId),
    };
    const seen = { id, status: 'to be processed', attempt: attempts[0]?.attempt } as const;
    const raw = await transact(db, (trx) => prepare(trx, services, id, standing)).catch((error: unknown) => {
      // Another took what is held on the network: the next round sees what is left.
      if (error instanceof LedgerError && error.reason === 'insufficient') return undefined;
      // Told to its customer once nothing of it is left behind: a nonce that was taken and not used would hold up all after it.
      if (error instanceof PayoutRefused)
        return conclude(services, seen, { to: 'to be confirmed', reason: 'signer-limit' }).then(() => undefined);
      throw error;
    });
    await wakeUps.send(customerId, 'messages');
    if (raw !== undefined) await outside.payouts.broadcast(networkId, raw);
  });
}

/**
 * Whether something of a withdrawal that was signed before is in a block after all, or may yet be. A person let it be sent anew because nothing
 * was: what they were told is asked once more, since the second time is paid for by the house.
 */
async function mayStillArrive({ outside }: Services, attempts: Signed[]): Promise<boolean> {
  const statuses = await Promise.all(attempts.map((each) => outside.payouts.statusOf(sentOf(each))));
  return statuses.some((status) => status !== 'displaced');
}

/** How the outside sees a withdrawal that is due. */
interface Standing {
  /** It was sent, and is only to be followed. */
  isUnderWay: boolean;
  risk: 'low' | 'high';
  price: string;
  /** Minor units. */
  liquidity: bigint;
  firstNonce: bigint;
}

/** @returns what to send; undefined where it waits */
async function prepare(
  trx: Trx,
  services: Services,
  id: string,
  { isUnderWay, risk, price, liquidity, firstNonce }: Standing,
): Promise<string | undefined> {
  const { clock, vault } = services;
  const row = await lockTransaction(trx, services, 'withdrawal', id);
  const now = clock.now();
  if (row?.status !== 'to be processed' || row.due_at === null || row.due_at > now) return undefined;
  const customer = await lockCustomer(trx, vault, row.customer_id);
  const still = customerHold(customer, now);
  if (still) return wait(trx, services, row, still.reason, still.until);
  const destination = await trx
    .selectFrom('blockchain_address')
    .select('status')
    .where('id', '=', row.address_id ?? '')
    .executeTakeFirst();
  // What a person has let go is not stopped for the same again.
  const suspicion =
    risk === 'high' && row.risk === 'low' ? 'high-risk' : destination?.status === 'active' ? undefined : 'destination';
  if (suspicion !== undefined) {
    await moveIn(trx, services, row, { to: 'to be confirmed', actor: 'system', reason: suspicion, risk });
    return undefined;
  }
  // What has left may not be there any more.
  const canLeave = isUnderWay || liquidity - (await underWay(trx, row)) >= BigInt(row.amount);
  if (!canLeave || !(await reserveCustody(trx, services, row)))
    return wait(trx, services, row, 'liquidity', later(now));
  if (isUnderWay) {
    await moveIn(trx, services, row, { to: 'processing', actor: 'system' });
    return undefined;
  }

  const nonce = await nextNonce(trx, row.network_id, firstNonce);
  const { raw, hash } = await sign(trx, services, row, { nonce, price });
  await moveIn(trx, services, { ...row, hash }, { to: 'processing', actor: 'system' });
  return raw;
}

/** What was sent and is not known to have left counts as being there still: no more is promised than there is. */
async function underWay(trx: Trx, { network_id: networkId, currency }: CryptoRow): Promise<bigint> {
  const { total } = await trx
    .selectFrom('crypto_transaction')
    .select(sql<string>`coalesce(sum(amount), 0)`.as('total'))
    .where('direction', '=', 'withdrawal')
    .where('status', '=', 'processing')
    .where('network_id', '=', networkId)
    .where('currency', '=', currency)
    .executeTakeFirstOrThrow();
  return BigInt(total);
}

/** Signs a withdrawal, as often as its network wants another price, and keeps all that was signed. */
async function sign(
  trx: Trx,
  { clock, outside }: Services,
  row: CryptoRow,
  { nonce, price }: { nonce: bigint; price: string },
): Promise<{ raw: string; hash: string }> {
  const { id, network_id: networkId, currency } = row;
  const signed = await outside.payouts.sign({
    networkId,
    nonce,
    price,
    to: row.address ?? '',
    ...(row.memo !== null && { memo: row.memo }),
    currency,
    amount: BigInt(row.amount),
  });
  await trx
    .insertInto('signed_tx')
    .values({
      withdrawal_id: id,
      attempt: sql<number>`(select coalesce(max(attempt), 0) + 1 from signed_tx where withdrawal_id = ${id})`,
      network_id: networkId,
      nonce: nonce.toString(),
      price,
      ...signed,
      signed_at: clock.now(),
    })
    .execute();
  await trx.updateTable('crypto_transaction').set({ hash: signed.hash }).where('id', '=', id).execute();
  return signed;
}

async function wait(trx: Trx, { clock }: Services, row: CryptoRow, reason: string, until: Date): Promise<undefined> {
  await trx
    .updateTable('crypto_transaction')
    .set({ hold_reason: reason, due_at: until, updated_at: clock.now() })
    .where('id', '=', row.id)
    .execute();
  if (row.hold_reason !== reason) await tellWallet(trx, clock, row);
}

/** Whoever takes one holds the network's row to the end of the transaction: none is skipped, and none given twice. */
async function nextNonce(trx: Trx, networkId: number, first: bigint): Promise<bigint> {
  const { next } = await trx
    .insertInto('payout_nonce')
    .values({ network_id: networkId, next: (first + 1n).toString() })
    .onConflict((conflict) => conflict.column('network_id').doUpdateSet({ next: sql<string>`payout_nonce.next + 1` }))
    .returning('next')
    .executeTakeFirstOrThrow();
  return BigInt(next) - 1n;
}

type Signed = Selectable<Database['signed_tx']>;

/**
 * Sends again what its network does not know, offers more for what no block takes, counts the confirmations of what one has, and ends what is
 * over. What can't be told by itself waits for a person.
 */
export async function followWithdrawals(services: Services): Promise<void> {
  const { db, clock, outside } = services;
  const sent = await db
    .selectFrom('crypto_transaction')
    .selectAll()
    .where('direction', '=', 'withdrawal')
    .where('status', '=', 'processing')
    .orderBy('id')
    .execute();
  await forEachApart(sent, async (row) => {
    const { id, confirmations_needed: needed } = row;
    const attempts = await attemptsOf(db, id);
    const [latest] = attempts;
    if (!latest) throw new Error(`${id} was sent and nothing of it was signed`);
    const seenNow = { id, status: 'processing', attempt: latest.attempt } as const;
    const statuses = await Promise.all(attempts.map((each) => outside.payouts.statusOf(sentOf(each))));
    const at = statuses.findIndex((status) => typeof status === 'object' && status.confirmations > 0);
    const status = statuses[at];
    if (typeof status === 'object') {
      const seenBlocks = Math.min(status.confirmations, needed);
      const { hash } = attempts[at] ?? latest;
      if (seenBlocks !== row.confirmations || hash !== row.hash) await count(services, id, seenBlocks, hash);
      if (seenBlocks < needed) return undefined;
      return conclude(
        services,
        seenNow,
        status.isReverted ? { to: 'failed', reason: 'reverted' } : { to: 'completed' },
      );
    }
    if (row.confirmations > 0) await count(services, id, 0, latest.hash);
    // Another took the nonce, and none of ours ever will be in a block: whether to send it once more is for a person to say.
    if (statuses.every((each) => each === 'displaced'))
      return conclude(services, seenNow, { to: 'to be confirmed', reason: 'displaced' });
    if (statuses[0] === 'unknown') await outside.payouts.broadcast(latest.network_id, latest.raw);
    if (clock.now().getTime() - latest.signed_at.getTime() >= stuckMs) await replace(services, id, latest);
    return undefined;
  });
}

/** All that was signed at the nonce that counts, newest first. */
async function attemptsOf(db: Db, id: string): Promise<Signed[]> {
  const rows = await db
    .selectFrom('signed_tx')
    .selectAll()
    .where('withdrawal_id', '=', id)
    .orderBy('attempt', 'desc')
    .execute();
  return rows.filter(({ nonce }) => nonce === rows[0]?.nonce);
}

const sentOf = ({ network_id: networkId, nonce, hash }: Signed): SentPayout => ({
  networkId,
  nonce: BigInt(nonce),
  hash,
});

/** The same payout at the same nonce for a better price: of the two, a network takes one. */
async function replace(services: Services, id: string, latest: Signed): Promise<void> {
  const { db, outside } = services;
  const price = await outside.payouts.betterPrice(latest.network_id, latest.price);
  if (price === undefined) return;
  const raw = await transact(db, async (trx) => {
    const row = await lockTransaction(trx, services, 'withdrawal', id);
    const [newest] = await attemptsOf(trx, id);
    // Another node was there first.
    if (row?.status !== 'processing' || newest?.attempt !== latest.attempt) return undefined;
    const signed = await sign(trx, services, row, { nonce: BigInt(latest.nonce), price });
    await tellWallet(trx, services.clock, row);
    return signed.raw;
  }).catch((error: unknown) => {
    // More than whoever holds the key pays: it waits until its network asks for less.
    if (error instanceof PayoutRefused) return undefined;
    throw error;
  });
  if (raw !== undefined) await outside.payouts.broadcast(latest.network_id, raw);
}

/**
 * What a round concludes of a withdrawal, unless it moved on meanwhile: another node, or a person, was there first, and what was seen of it
 * is not so any more.
 *
 * @param seen as it was looked at; with how often it had been signed
 */
async function conclude(
  services: Services,
  seen: { id: string; status: WithdrawalStatus; attempt: number | undefined },
  to: Omit<WithdrawalMove, 'actor'>,
): Promise<void> {
  const customerId = await transact(services.db, async (trx) => {
    const row = await lockTransaction(trx, services, 'withdrawal', seen.id);
    const [newest] = await attemptsOf(trx, seen.id);
    if (row?.status !== seen.status || newest?.attempt !== seen.attempt) return undefined;
    await moveIn(trx, services, row, { ...to, actor: 'system' });
    return row.customer_id;
  });
  if (customerId !== undefined) await services.wakeUps.send(customerId, 'messages', 'withdrawals');
}

async function count(services: Services, id: string, confirmations: number, hash: string): Promise<void> {
  const { db, clock, wakeUps } = services;
  const customerId = await transact(db, async (trx) => {
    const row = await lockTransaction(trx, services, 'withdrawal', id);
    if (row?.status !== 'processing') return undefined;
    await trx
      .updateTable('crypto_transaction')
      .set({ confirmations, hash, updated_at: clock.now() })
      .where('id', '=', id)
      .execute();
    await tellWallet(trx, clock, row);
    return row.customer_id;
  });
  if (customerId !== undefined) await wakeUps.send(customerId);
}
