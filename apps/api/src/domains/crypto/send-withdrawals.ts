import { sql } from 'kysely';
import { transact, type Trx } from '../../database/database.ts';
import { Failure } from '../../http/failure.ts';
import { LedgerError } from '../../ledger/ledger.ts';
import { lockCustomer } from '../customers/customers.ts';
import type { Services } from '../services.ts';
import { tellWallet } from './detect.ts';
import { reserveCustody } from './withdrawal-postings.ts';
import { lockWithdrawal, moveIn, moveWithdrawal, type WithdrawalRow } from './withdrawals.ts';

/** As many as one round looks at. */
const atOnce = 100;
/** When what can't leave now is looked at again. */
const againMs = 60_000;

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
    .limit(atOnce)
    .execute();
  for (const { id, network_id: networkId, address, customer_id: customerId } of due) {
    // Asked outside the transaction: nobody waits for a stranger while holding the customer's row.
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const risk = await outside.screening.screen(networkId, address ?? '');
    // oxlint-disable-next-line no-await-in-loop
    const raw = await transact(db, (trx) => prepare(trx, services, id, risk)).catch((error: unknown) => {
      // Another took what is held on the network: the next round sees what is left.
      if (error instanceof LedgerError && error.reason === 'insufficient') return undefined;
      throw error;
    });
    // oxlint-disable-next-line no-await-in-loop
    if (raw !== undefined) await outside.payouts.broadcast(networkId, raw);
    // oxlint-disable-next-line no-await-in-loop
    await wakeUps.send(customerId, 'messages');
  }
}

/** @returns what to send; undefined where it waits */
async function prepare(trx: Trx, services: Services, id: string, risk: 'low' | 'high'): Promise<string | undefined> {
  const { clock, vault, outside } = services;
  const row = await lockWithdrawal(trx, services, id);
  const now = clock.now();
  if (row?.status !== 'to be processed' || row.due_at === null || row.due_at > now) return undefined;
  const customer = await lockCustomer(trx, vault, row.customer_id);
  if (customer.cooldownEndsAt && customer.cooldownEndsAt > now)
    return wait(trx, services, row, 'cooldown', customer.cooldownEndsAt);
  const later = new Date(now.getTime() + againMs);
  if (customer.status !== 'active') return wait(trx, services, row, 'account-frozen', later);
  if (customer.identityStatus !== 'verified') return wait(trx, services, row, 'identity', later);
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
  if (!(await reserveCustody(trx, services, row))) return wait(trx, services, row, 'liquidity', later);

  const nonce = await nextNonce(trx, row.network_id);
  const { raw, hash } = await outside.payouts.sign({
    networkId: row.network_id,
    nonce,
    to: row.address ?? '',
    ...(row.memo !== null && { memo: row.memo }),
    currency: row.currency,
    amount: BigInt(row.amount),
  });
  await trx
    .insertInto('signed_tx')
    .values({
      withdrawal_id: id,
      network_id: row.network_id,
      nonce: nonce.toString(),
      raw,
      hash,
      signed_at: now,
    })
    .execute();
  await trx.updateTable('crypto_transaction').set({ hash }).where('id', '=', id).execute();
  await moveIn(trx, services, row, { to: 'processing', actor: 'system' });
  return raw;
}

async function wait(
  trx: Trx,
  { clock }: Services,
  row: WithdrawalRow,
  reason: string,
  until: Date,
): Promise<undefined> {
  await trx
    .updateTable('crypto_transaction')
    .set({ hold_reason: reason, due_at: until, updated_at: clock.now() })
    .where('id', '=', row.id)
    .execute();
  if (row.hold_reason !== reason) await tellWallet(trx, clock, row);
}

/** Whoever takes one holds the network's row to the end of the transaction: none is skipped, and none given twice. */
async function nextNonce(trx: Trx, networkId: number): Promise<bigint> {
  const { next } = await trx
    .insertInto('payout_nonce')
    .values({ network_id: networkId, next: '1' })
    .onConflict((conflict) => conflict.column('network_id').doUpdateSet({ next: sql<string>`payout_nonce.next + 1` }))
    .returning('next')
    .executeTakeFirstOrThrow();
  return BigInt(next) - 1n;
}

/** Sends again what its network does not know, counts the confirmations of what it does, and ends what is over. */
export async function followWithdrawals(services: Services): Promise<void> {
  const { db, outside } = services;
  const sent = await db
    .selectFrom('crypto_transaction as t')
    .innerJoin('signed_tx as s', 's.withdrawal_id', 't.id')
    .select(['t.id', 't.network_id', 't.confirmations', 't.confirmations_needed', 's.raw', 's.hash'])
    .where('t.direction', '=', 'withdrawal')
    .where('t.status', '=', 'processing')
    .orderBy('t.id')
    .limit(atOnce)
    .execute();
  for (const { id, network_id: networkId, confirmations, confirmations_needed: needed, raw, hash } of sent) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const status = await outside.payouts.statusOf(networkId, hash);
    if (status === 'unknown') {
      // oxlint-disable-next-line no-await-in-loop
      await outside.payouts.broadcast(networkId, raw);
    } else if (status.confirmations >= needed) {
      const end = status.isReverted
        ? ({ to: 'failed', actor: 'system', reason: 'reverted' } as const)
        : ({ to: 'completed', actor: 'system' } as const);
      // oxlint-disable-next-line no-await-in-loop
      await count(services, id, needed);
      // oxlint-disable-next-line no-await-in-loop
      await moveWithdrawal(services, id, end).catch((error: unknown) => {
        // Another node was there first.
        if (!(error instanceof Failure && error.errorName === 'MOVE_NOT_ALLOWED')) throw error;
      });
    } else if (status.confirmations !== confirmations) {
      // oxlint-disable-next-line no-await-in-loop
      await count(services, id, status.confirmations);
    }
  }
}

async function count(services: Services, id: string, confirmations: number): Promise<void> {
  const { db, clock, wakeUps } = services;
  const customerId = await transact(db, async (trx) => {
    const row = await lockWithdrawal(trx, services, id);
    if (row?.status !== 'processing') return undefined;
    await trx
      .updateTable('crypto_transaction')
      .set({ confirmations, updated_at: clock.now() })
      .where('id', '=', id)
      .execute();
    await tellWallet(trx, clock, row);
    return row.customer_id;
  });
  if (customerId !== undefined) await wakeUps.send(customerId);
}
