import type { Trx } from '../../../platform/database/database.ts';
import { resolveHold } from '../../../ledger/holds.ts';
import { custodyAccount } from '../../../ledger/ledger.ts';
import type { Services } from '../../services.ts';
import { captureAmountAndFee, releaseAmountAndFee, reservePayoutFunds } from '../core/withdrawal-postings.ts';
import type { CryptoWithdrawalRow } from './transactions.ts';

const custodyHoldId = (id: string): string => `${id}:custody`;

/**
 * Reserves the amount in the custody account of the network.
 *
 * @returns false if the balance is too low now
 * @throws LedgerError `insufficient` if a concurrent withdrawal reserved the money
 */
export async function reserveCustody(trx: Trx, { clock }: Services, row: CryptoWithdrawalRow): Promise<boolean> {
  const account = await custodyAccount(trx, clock, row.network_id, row.currency);
  return reservePayoutFunds(trx, clock, 'crypto_transaction', row, { holdId: custodyHoldId(row.id), account });
}

/** Posts a final payout: the custody hold is released, and the customer's hold is resolved with a transfer. */
export async function postPayout(trx: Trx, { clock }: Services, row: CryptoWithdrawalRow): Promise<void> {
  await releaseCustody(trx, clock, row);
  const account = await custodyAccount(trx, clock, row.network_id, row.currency);
  await captureAmountAndFee(trx, clock, 'crypto_transaction', row, { suffix: 'paid', account });
}

/** Releases the holds of a withdrawal that ended without a payout. */
export async function releaseHolds(trx: Trx, { clock }: Services, row: CryptoWithdrawalRow): Promise<void> {
  await releaseAmountAndFee(trx, clock, row);
  await releaseCustody(trx, clock, row);
}

/**
 * Custody is reserved when a withdrawal is sent. A withdrawal sent before a restore has a reservation only if the
 * balance was high enough.
 */
async function releaseCustody(trx: Trx, clock: Services['clock'], { id }: CryptoWithdrawalRow): Promise<void> {
  const reserved = await trx.selectFrom('hold').select('id').where('id', '=', custodyHoldId(id)).executeTakeFirst();
  if (reserved) await resolveHold(trx, reserved.id, clock.now(), { outcome: 'void' });
}
