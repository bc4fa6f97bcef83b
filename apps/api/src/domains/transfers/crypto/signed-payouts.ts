import { type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../../../platform/database/database.ts';
import type { Database } from '../../../platform/database/types.ts';
import type { PayoutStatus, SentPayout } from '../../../gateways/payout-port.ts';
import type { Services } from '../../services.ts';
import type { CryptoWithdrawalRow } from './transactions.ts';

export type SignedRow = Selectable<Database['signed_tx']>;

/** Everything that was signed for a withdrawal, newest first: payouts, and a cancellation where one was ordered. */
export async function attemptsOf(db: Db | Trx, withdrawalId: string): Promise<SignedRow[]> {
  return db
    .selectFrom('signed_tx')
    .selectAll()
    .where('withdrawal_id', '=', withdrawalId)
    .orderBy('attempt', 'desc')
    .execute();
}

/** Those among the attempts that have the newest one's nonce. */
export const withNewestNonce = <T extends { attempt: SignedRow }>(all: readonly T[]): T[] =>
  all.filter(({ attempt: { sender, nonce } }) => sender === all[0]?.attempt.sender && nonce === all[0]?.attempt.nonce);

export const isPayout = ({ kind }: SignedRow): boolean => kind === 'payout';

export interface ObservedAttempt {
  attempt: SignedRow;
  status: PayoutStatus;
}

/** Asks the network for the status of each attempt, in their order. */
export function observe(
  { gateways }: { gateways: Pick<Services['gateways'], 'payouts'> },
  attempts: readonly SignedRow[],
): Promise<ObservedAttempt[]> {
  return Promise.all(
    attempts.map(async (attempt) => ({ attempt, status: await gateways.payouts.statusOf(sentPayoutOf(attempt)) })),
  );
}

const sentPayoutOf = ({ network_id: networkId, sender, nonce, hash, raw }: SignedRow): SentPayout => ({
  networkId,
  sender,
  nonce,
  hash,
  raw,
});

/** A nonce of a sender, and the offered price. */
export interface Slot {
  sender: string;
  nonce: string;
  price: string;
}

interface Signed {
  raw: string;
  hash: string;
}

/**
 * Signs a payout and stores the bytes. One nonce may be signed repeatedly, at a higher price.
 *
 * @throws PayoutRejected
 */
export async function signPayout(trx: Trx, services: Services, row: CryptoWithdrawalRow, slot: Slot): Promise<Signed> {
  const signed = await services.gateways.payouts.sign({
    ...slot,
    networkId: row.network_id,
    to: row.address ?? '',
    ...(row.memo !== null && { memo: row.memo }),
    currency: row.currency,
    amount: BigInt(row.amount),
  });
  await storeAttempt(trx, services, row, slot, { ...signed, kind: 'payout' });
  await trx.updateTable('crypto_transaction').set({ hash: signed.hash }).where('id', '=', row.id).execute();
  return signed;
}

/**
 * Signs an empty transaction in a payout's place and stores the bytes.
 *
 * @throws PayoutRejected
 */
export async function signCancellation(
  trx: Trx,
  services: Services,
  row: CryptoWithdrawalRow,
  slot: Slot,
): Promise<Signed> {
  const signed = await services.gateways.payouts.signCancellation({ ...slot, networkId: row.network_id });
  await storeAttempt(trx, services, row, slot, { ...signed, kind: 'cancellation' });
  return signed;
}

async function storeAttempt(
  trx: Trx,
  { clock }: Services,
  { id, network_id: networkId }: CryptoWithdrawalRow,
  { sender, nonce, price }: Slot,
  signed: Signed & Pick<SignedRow, 'kind'>,
): Promise<void> {
  await trx
    .insertInto('signed_tx')
    .values({
      withdrawal_id: id,
      attempt: sql<number>`(select coalesce(max(attempt), 0) + 1 from signed_tx where withdrawal_id = ${id})`,
      network_id: networkId,
      sender,
      nonce,
      price,
      ...signed,
      signed_at: clock.now(),
    })
    .execute();
}
