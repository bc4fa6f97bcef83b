import type { Selectable } from 'kysely';
import { audit } from '../../audit/audit.ts';
import { transact, type Trx } from '../../database/database.ts';
import type { Database } from '../../database/types.ts';
import { forEachApart } from '../../each-apart.ts';
import { Failure } from '../../http/failure.ts';
import { createId } from '../../ids.ts';
import { everything, type QueueRun } from '../../jobs/run.ts';
import type { ChainTransfer } from '../../ports/index.ts';
import { take } from '../../security/throttle.ts';
import { recordMove } from '../../states/states.ts';
import { businessDayAfter } from '../business-days.ts';
import { lockCustomer } from '../customers/customers.ts';
import type { Services } from '../services.ts';
import { tellWallet } from '../wallet-accounts/entries.ts';
import { moveDeposit } from './deposit-moves.ts';
import { depositStates } from './deposit-states.ts';
import { keepUnmatched, openDeposit } from './detect.ts';
import { readNetworkTerms } from './terms.ts';
import { type CryptoRow, lockTransaction } from './transactions.ts';

type Claim = Selectable<Database['deposit_claim']>;

export interface ClaimRequest {
  customerId: string;
  networkId: number;
  hash: string;
  /** Address that the customer says they sent from: evidence for the person who decides. */
  senderAddress?: string | undefined;
}

/** Claims of one customer that may be refused for one transaction. */
const refusalLimit = 3;
/** New claims of one customer in a day. */
const dailyLimit = 10;
const searchEveryMs = 5 * 60_000;
/** In place of what is not disclosed yet. */
const placeholder = { currency: 'WUSD', amount: '0' } as const;

/**
 * Files a claim to a transaction: looked for during one working day where it is not known, and decided by a person once it is.
 *
 * @param trx that holds the customer's row
 * @returns the id of the deposit that stands for the claim
 * @throws Failure DEPOSIT_CLAIM_CLOSED, TOO_MANY_REQUESTS
 */
export async function fileClaim(services: Services, trx: Trx, request: ClaimRequest): Promise<string> {
  const { clock } = services;
  const { customerId, networkId, hash, senderAddress } = request;
  await requireNewEvidence(trx, request);
  await take({ db: trx, clock }, `claim:${customerId}`, dailyLimit, 24 * 60 * 60);
  const now = clock.now();
  const id = createId('ctx', clock);
  const wallet = await trx
    .selectFrom('wallet_account')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('currency', '=', placeholder.currency)
    .executeTakeFirstOrThrow();
  const { confirmations } = await readNetworkTerms(trx, networkId);
  const searchUntil = businessDayAfter(now);
  await trx
    .insertInto('crypto_transaction')
    .values({
      id,
      customer_id: customerId,
      wallet_id: wallet.id,
      direction: 'deposit',
      ...placeholder,
      network_id: networkId,
      hash,
      address: null,
      memo: null,
      sender: null,
      status: 'processing',
      confirmations_needed: confirmations,
      hold_reason: 'searching',
      due_at: searchUntil,
      is_undisclosed: true,
      version: 1,
      created_at: now,
      updated_at: now,
    })
    .execute();
  await trx
    .insertInto('deposit_claim')
    .values({
      transaction_id: id,
      customer_id: customerId,
      network_id: networkId,
      hash,
      sender_address: senderAddress ?? null,
      claimed_at: now,
      search_until: searchUntil,
      searched_at: now,
    })
    .execute();
  await recordMove(trx, clock, depositStates, { id, from: null, to: 'processing', actor: 'customer' });
  await audit(trx, clock, { customerId, actor: 'customer', act: 'deposit claimed', details: { deposit: id } });
  await tellWallet(trx, clock, { id, customer_id: customerId, wallet_id: wallet.id });
  await matchClaim(services, trx, id);
  return id;
}

/** @throws Failure DEPOSIT_CLAIM_CLOSED where a claim was refused and nothing new is said, or too many were */
async function requireNewEvidence(
  trx: Trx,
  { customerId, networkId, hash, senderAddress }: ClaimRequest,
): Promise<void> {
  const refused = await trx
    .selectFrom('deposit_claim as claim')
    .innerJoin('crypto_transaction as deposit', 'deposit.id', 'claim.transaction_id')
    .select('claim.sender_address')
    .where('claim.customer_id', '=', customerId)
    .where('claim.network_id', '=', networkId)
    .where('claim.hash', '=', hash)
    .where('deposit.status', '=', 'rejected')
    .execute();
  if (refused.length === 0) return;
  const isNew =
    senderAddress !== undefined &&
    refused.every(({ sender_address: said }) => said?.toLowerCase() !== senderAddress.toLowerCase());
  const reasonCode = refused.length >= refusalLimit ? 'limit-reached' : isNew ? undefined : 'evidence-needed';
  if (reasonCode !== undefined)
    throw new Failure('DEPOSIT_CLAIM_CLOSED', { field: '/query/senderAddress', reasonCode });
}

/** Hands a claim to a person where its transaction has a transfer that names no customer, to an address that the claimant shares. */
async function matchClaim(services: Services, trx: Trx, id: string): Promise<boolean> {
  const row = await trx.selectFrom('crypto_transaction').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const transfer = await trx
    .selectFrom('unmatched_transfer as transfer')
    .innerJoin('deposit_seen as seen', (join) =>
      join
        .onRef('seen.network_id', '=', 'transfer.network_id')
        .onRef('seen.hash', '=', 'transfer.hash')
        .onRef('seen.log_index', '=', 'transfer.log_index'),
    )
    .innerJoin('deposit_address as target', (join) =>
      join.onRef('target.network_id', '=', 'transfer.network_id').onRef('target.address', '=', 'transfer.address'),
    )
    .select('transfer.log_index')
    .where('transfer.network_id', '=', row.network_id)
    .where('transfer.hash', '=', row.hash)
    .where('seen.unmatched', '=', true)
    .where('target.customer_id', '=', row.customer_id)
    .orderBy('transfer.log_index')
    .executeTakeFirst();
  if (!transfer) return false;
  await trx
    .updateTable('deposit_claim')
    .set({ log_index: transfer.log_index })
    .where('transaction_id', '=', id)
    .execute();
  await moveDeposit(services, trx, row, { to: 'to be confirmed', actor: 'system', reason: 'missing-memo' });
  return true;
}

/**
 * Takes what a chain says of a transaction for a customer: a transfer to an address of their own becomes a deposit at once, one that names
 * nobody is kept for claims.
 *
 * @param trx that holds the customer's row
 * @returns the deposit's id
 */
export async function takeTransfers(
  services: Services,
  trx: Trx,
  customerId: string,
  transfers: readonly ChainTransfer[],
): Promise<string | undefined> {
  for (const transfer of transfers) {
    const { networkId, hash, logIndex, address, memo } = transfer;
    // oxlint-disable-next-line no-await-in-loop -- a transaction has a transfer or two
    const target = await trx
      .selectFrom('deposit_address')
      .select('memo')
      .where('customer_id', '=', customerId)
      .where('network_id', '=', networkId)
      .where('address', '=', address)
      .executeTakeFirst();
    if (!target) continue;
    // oxlint-disable-next-line no-await-in-loop
    const seen = await trx
      .selectFrom('deposit_seen')
      .select('unmatched')
      .where('network_id', '=', networkId)
      .where('hash', '=', hash)
      .where('log_index', '=', logIndex)
      .executeTakeFirst();
    // oxlint-disable-next-line no-await-in-loop
    if (seen?.unmatched) await keepUnmatched(services, trx, transfer);
    if (seen || (target.memo !== null && target.memo !== memo)) continue;
    // oxlint-disable-next-line no-await-in-loop
    const id = await openDeposit(services, trx, customerId, transfer, 'located');
    if (id !== undefined) return id;
  }
  return undefined;
}

/** Looks for transactions that were claimed and are not known yet, ends searches that took a working day, and refuses claims to what was given to another. */
export async function searchClaims(services: Services, run: QueueRun = everything): Promise<void> {
  const { networkId } = run;
  const query = services.db
    .selectFrom('deposit_claim as claim')
    .innerJoin('crypto_transaction as deposit', 'deposit.id', 'claim.transaction_id')
    .selectAll('claim')
    .where('deposit.is_undisclosed', '=', true)
    .where('deposit.status', '=', 'processing')
    .orderBy('claim.transaction_id');
  const claims = await (networkId === undefined ? query : query.where('claim.network_id', '=', networkId)).execute();
  await run.forEach(
    claims,
    ({ transaction_id: id }) => id,
    (claim) => search(services, claim),
  );
  await refuseRivals(services);
}

async function search(services: Services, claim: Claim): Promise<void> {
  const { db, clock, outside, vault, wakeUps } = services;
  const now = clock.now();
  const isOver = now >= claim.search_until;
  const isDue = isOver || now.getTime() - claim.searched_at.getTime() >= searchEveryMs;
  const transfers = isDue ? await outside.chain.transfersOf(claim.network_id, claim.hash) : [];
  const hasMoved = await transact(db, async (trx) => {
    await lockCustomer(trx, vault, claim.customer_id);
    const row = await lockTransaction(trx, services, 'deposit', claim.transaction_id);
    if (row?.status !== 'processing' || !row.is_undisclosed) return false;
    await takeTransfers(services, trx, claim.customer_id, transfers);
    await trx
      .updateTable('deposit_claim')
      .set({ searched_at: isDue ? now : claim.searched_at })
      .where('transaction_id', '=', row.id)
      .execute();
    const after = await lockTransaction(trx, services, 'deposit', row.id);
    // Found at an address of the claimant's own: the claim is that deposit now.
    if (after?.is_undisclosed === false || (await matchClaim(services, trx, row.id))) return true;
    if (isOver) await moveDeposit(services, trx, row, { to: 'failed', actor: 'system', reason: 'not-found' });
    return isOver;
  });
  if (hasMoved) await wakeUps.send(claim.customer_id, 'messages');
}

/** Claims whose transfer was given to another customer end. Done by each round too, so that a crash after the decision leaves none open. */
export async function refuseRivals(services: Services): Promise<void> {
  const { db, wakeUps } = services;
  const rivals = await db
    .selectFrom('deposit_claim as claim')
    .innerJoin('crypto_transaction as deposit', 'deposit.id', 'claim.transaction_id')
    .innerJoin('deposit_seen as seen', (join) =>
      join
        .onRef('seen.network_id', '=', 'claim.network_id')
        .onRef('seen.hash', '=', 'claim.hash')
        .onRef('seen.log_index', '=', 'claim.log_index'),
    )
    .select(['deposit.id', 'deposit.customer_id'])
    .where('deposit.is_undisclosed', '=', true)
    .where('deposit.status', '=', 'to be confirmed')
    .where('seen.unmatched', '=', false)
    .execute();
  await forEachApart(rivals, async ({ id, customer_id: customerId }) => {
    await transact(db, async (trx) => {
      const row = await lockTransaction(trx, services, 'deposit', id);
      if (row?.status === 'to be confirmed')
        await moveDeposit(services, trx, row, { to: 'rejected', actor: 'Operations', reason: 'not-yours' });
    });
    await wakeUps.send(customerId, 'messages');
  });
}

/** How the screening knows the sender of a claim's transfer. Asked outside the transaction that decides. */
export async function screenClaim({ db, outside }: Services, id: string): Promise<CryptoRow['risk']> {
  const transfer = await db
    .selectFrom('deposit_claim as claim')
    .innerJoin('unmatched_transfer as transfer', (join) =>
      join
        .onRef('transfer.network_id', '=', 'claim.network_id')
        .onRef('transfer.hash', '=', 'claim.hash')
        .onRef('transfer.log_index', '=', 'claim.log_index'),
    )
    .select(['transfer.network_id', 'transfer.sender'])
    .where('claim.transaction_id', '=', id)
    .executeTakeFirst();
  return transfer && transfer.sender !== '' ? outside.screening.screen(transfer.network_id, transfer.sender) : 'low';
}

/**
 * Gives the transfer of a claim to its claimant, who may see it from now on.
 *
 * @param row of an undisclosed deposit, as this transaction holds it
 * @returns the row as it is then
 * @throws Failure MOVE_NOT_ALLOWED where no transfer was found, or it was given to another
 */
export async function assignTransfer(
  { clock }: Services,
  trx: Trx,
  row: CryptoRow,
  risk: CryptoRow['risk'],
): Promise<CryptoRow> {
  const claim = await trx
    .selectFrom('deposit_claim')
    .selectAll()
    .where('transaction_id', '=', row.id)
    .executeTakeFirstOrThrow();
  const key = { network_id: claim.network_id, hash: claim.hash, log_index: claim.log_index ?? -1 };
  const { numUpdatedRows } = await trx
    .updateTable('deposit_seen')
    .set({ entity_id: row.id, unmatched: false })
    .where((eb) => eb.and(key))
    .where('unmatched', '=', true)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Failure('MOVE_NOT_ALLOWED', { nextMoves: [] });
  const transfer = await trx
    .selectFrom('unmatched_transfer')
    .selectAll()
    .where((eb) => eb.and(key))
    .executeTakeFirstOrThrow();
  const wallet = await trx
    .selectFrom('wallet_account')
    .select('id')
    .where('customer_id', '=', row.customer_id)
    .where('currency', '=', transfer.currency)
    .executeTakeFirstOrThrow();
  return trx
    .updateTable('crypto_transaction')
    .set({
      wallet_id: wallet.id,
      currency: transfer.currency,
      amount: transfer.amount,
      log_index: transfer.log_index,
      address: transfer.address,
      memo: transfer.memo,
      sender: transfer.sender,
      risk,
      confirmations: row.confirmations_needed,
      is_undisclosed: false,
      // Networks with shared addresses do not reorganise.
      is_final: true,
      updated_at: clock.now(),
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
