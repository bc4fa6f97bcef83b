import { toMinor } from '@wusd/api-sdk/money';
import type { LoggedSignature } from '@wusd/payouts/signer-protocol';
import { scaleOf } from '@wusd/server-kit/registry/currencies';
import { sql } from 'kysely';
import { type Db, transact, type Trx } from '../../../platform/database/database.ts';
import { recordTransition } from '../../../platform/state-machine/state-machine.ts';
import { lockCustomer } from '../../../commands/customers.ts';
import type { Services } from '../../services.ts';
import { findWallet, lockTransfer, typedRow } from '../core/transactions.ts';
import { holdAmountAndFee } from '../core/withdrawal-postings.ts';
import { newWithdrawal, transitionWithdrawalWithin } from '../core/withdrawals.ts';
import { recordSender } from './payout-nonces.ts';
import { attemptsOf, dropOrder } from './signed-payouts.ts';
import { readNetworkTerms } from './terms.ts';
import type { CryptoWithdrawalRow } from './transactions.ts';
import { reserveCustody } from './withdrawal-postings.ts';
import { cryptoWithdrawals } from './withdrawals.ts';

// Payouts that were signed after the time to which the database was restored. The signer's log is not restored with the
// database. Payouts in the log were sent or will be sent, and are never signed a second time.

/** A signed payout, which was sent or will be sent. */
export interface SignedAttempt extends Omit<LoggedSignature, 'position' | 'signedAt'> {
  signedAt: Date;
}

/**
 * `known`: the database has all attempts. `adopted`: missing attempts were added, and the withdrawal is tracked again.
 * `unbooked`: no withdrawal exists. `conflict`: the withdrawal differs or has ended.
 */
export type Comparison = 'known' | 'adopted' | 'unbooked' | 'conflict';

/**
 * Compares the signed attempts of one payout with the database, and adds missing attempts. Repeating it changes
 * nothing.
 *
 * @param attempts signed attempts in ascending order
 * @param operator operator recorded if a withdrawal that waits for an approval is adopted
 */
export async function compareSigned(
  services: Services,
  payoutId: string,
  attempts: readonly SignedAttempt[],
  operator: string,
): Promise<Comparison> {
  return transact(services.db, async (trx) => {
    const row = await lockTransfer(trx, services, cryptoWithdrawals, payoutId);
    if (!row) return keepUnbooked(trx, attempts);
    const known = await attemptsOf(trx, payoutId);
    const missing = attempts.filter(({ hash }) => !known.some((each) => each.hash === hash));
    if (missing.length === 0) return 'known';
    const isOpen = ['to be processed', 'to be confirmed', 'processing'].includes(row.status);
    if (!isOpen || !missing.every((attempt) => pays(row, attempt))) return 'conflict';
    await adopt(trx, services, row, missing, operator);
    return 'adopted';
  });
}

const pays = (row: CryptoWithdrawalRow, attempt: SignedAttempt): boolean =>
  row.network_id === attempt.networkId &&
  row.address === attempt.to &&
  (row.memo ?? '') === attempt.memo &&
  row.currency === attempt.currency &&
  row.amount === attempt.amount;

/** @param row locked by this transaction */
async function adopt(
  trx: Trx,
  services: Services,
  row: CryptoWithdrawalRow,
  attempts: readonly SignedAttempt[],
  operator: string,
): Promise<void> {
  await dropOrder(trx, row.id);
  for (const attempt of attempts) {
    const { networkId, sender, nonce, kind, price, raw, hash } = attempt;
    const slot = { network_id: networkId, sender, nonce };
    await trx
      .insertInto('signed_tx')
      .values({
        ...slot,
        withdrawal_id: row.id,
        attempt: attempt.attempt,
        kind,
        price,
        raw,
        hash,
        signed_at: attempt.signedAt,
      })
      .execute();
    await reserveNonce(trx, row.id, attempt);
    if (kind === 'payout') await trx.updateTable('crypto_transaction').set({ hash }).where('id', '=', row.id).execute();
  }
  await reserveCustody(trx, services, row);
  await process(trx, services, row, operator);
}

/**
 * Reserves the nonce, which is used. Another payout may have had it at the time of the backup, but must not keep it.
 */
async function reserveNonce(trx: Trx, withdrawalId: string, attempt: SignedAttempt): Promise<void> {
  const { networkId, sender, nonce, currency, amount, signedAt } = attempt;
  await recordSender(trx, networkId, sender);
  await trx
    .deleteFrom('payout_order')
    .where('network_id', '=', networkId)
    .where('sender', '=', sender)
    .where('nonce', '=', nonce)
    .execute();
  await trx
    .insertInto('payout_usage')
    .values({
      network_id: networkId,
      sender,
      nonce,
      withdrawal_id: withdrawalId,
      currency,
      amount,
      signed_at: signedAt,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['network_id', 'sender', 'nonce'])
        .doUpdateSet({ withdrawal_id: withdrawalId, currency, amount, signed_at: signedAt }),
    )
    .execute();
}

/**
 * Uses the regular transitions: an operator's approval if the withdrawal waits for one, then the system's transition.
 */
async function process(trx: Trx, services: Services, row: CryptoWithdrawalRow, operator: string): Promise<void> {
  if (row.status === 'processing') return;
  const due =
    row.status === 'to be confirmed'
      ? await transitionWithdrawalWithin(trx, services, cryptoWithdrawals, row, {
          to: 'to be processed',
          actor: 'Operations',
          operator,
        })
      : row;
  await transitionWithdrawalWithin(trx, services, cryptoWithdrawals, due, { to: 'processing', actor: 'system' });
}

/** Stores attempts without a withdrawal, and reserves their nonces. */
async function keepUnbooked(trx: Trx, attempts: readonly SignedAttempt[]): Promise<'unbooked'> {
  for (const attempt of attempts) {
    await reserveNonce(trx, attempt.payoutId, attempt);
    await trx
      .insertInto('unbooked_payout')
      .values({
        payout_id: attempt.payoutId,
        attempt: attempt.attempt,
        network_id: attempt.networkId,
        sender: attempt.sender,
        kind: attempt.kind,
        nonce: attempt.nonce,
        price: attempt.price,
        raw: attempt.raw,
        hash: attempt.hash,
        signed_at: attempt.signedAt,
        recipient: attempt.to,
        memo: attempt.memo,
        currency: attempt.currency,
        amount: attempt.amount,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return 'unbooked';
}

/** Reads the signed attempts of a payout without a withdrawal, in ascending order. */
function unbookedAttempts(db: Db | Trx, payoutId: string): Promise<SignedAttempt[]> {
  return db
    .selectFrom('unbooked_payout')
    .select(['payout_id as payoutId', 'attempt', 'network_id as networkId', 'sender', 'nonce', 'kind'])
    .select(['recipient as to', 'memo', 'currency', 'amount', 'price', 'raw', 'hash', 'signed_at as signedAt'])
    .where('payout_id', '=', payoutId)
    .orderBy('attempt')
    .execute();
}

/** Whether an unbooked payout went to the same recipient, because it may be the payment that is now requested. */
export async function hasUnbooked(
  trx: Trx,
  { network_id: networkId, address }: Pick<CryptoWithdrawalRow, 'network_id' | 'address'>,
): Promise<boolean> {
  const row = await trx
    .selectFrom('unbooked_payout')
    .select('payout_id')
    .where('network_id', '=', networkId)
    .where('recipient', '=', address ?? '')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

type Recipient = Pick<SignedAttempt, 'networkId' | 'to' | 'memo'>;

/** Addresses that customers have saved for the recipient of a payout. */
const savedAddresses = (db: Db | Trx, { networkId, to, memo }: Recipient) =>
  db
    .selectFrom('blockchain_address')
    .where('network_id', '=', networkId)
    .where('address', '=', to)
    .where(sql<string>`coalesce(memo, '')`, '=', memo);

/** Customers who have saved the recipient of a payout. */
export async function customersOf(db: Db, recipient: Recipient): Promise<string[]> {
  const rows = await savedAddresses(db, recipient).select('customer_id').distinct().orderBy('customer_id').execute();
  return rows.map((row) => row.customer_id);
}

/**
 * Creates the withdrawal of an unbooked payout. The amount and today's fee are held in the customer's account, and the
 * payout is tracked until it is final.
 *
 * @throws LedgerError `insufficient` if the customer's balance is too low
 */
export async function bookPayout(
  trx: Trx,
  services: Services,
  { payoutId, customerId, operator }: { payoutId: string; customerId: string; operator: string },
): Promise<void> {
  const { clock, vault } = services;
  const attempts = await unbookedAttempts(trx, payoutId);
  const [first] = attempts;
  if (!first) throw new Error(`Nothing of payout ${payoutId} is unbooked`);
  await lockCustomer(trx, vault, customerId);
  const { networkId, to, currency } = first;
  const memo = first.memo === '' ? null : first.memo;
  const wallet = await findWallet(trx, customerId, currency);
  const { confirmations, withdrawalFee } = await readNetworkTerms(trx, networkId);
  const money = { currency, amount: BigInt(first.amount), fee: toMinor(withdrawalFee, scaleOf(currency)) };
  const address = await savedAddresses(trx, first)
    .select('id')
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  const inserted = await trx
    .insertInto('crypto_transaction')
    .values({
      ...newWithdrawal(payoutId, { customerId, walletId: wallet.id, ...money }, clock.now()),
      network_id: networkId,
      address: to,
      memo,
      address_id: address?.id ?? null,
      confirmations_needed: confirmations,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const row = typedRow(cryptoWithdrawals, inserted);
  await recordTransition(trx, clock, cryptoWithdrawals.states, {
    id: payoutId,
    customerId,
    from: null,
    to: 'to be processed',
    actor: 'Operations',
  });
  await holdAmountAndFee(trx, clock, 'crypto_transaction', row, wallet.account_id);
  await trx.deleteFrom('unbooked_payout').where('payout_id', '=', payoutId).execute();
  await adopt(trx, services, row, attempts, operator);
}
