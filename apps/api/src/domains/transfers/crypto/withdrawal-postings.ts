import type { Trx } from '../../../platform/database/database.ts';
import { resolveHold } from '../../../ledger/holds.ts';
import { custodyAccount } from '../../../ledger/ledger.ts';
import type { Services } from '../../services.ts';
import { captureAmountAndFee, releaseAmountAndFee, reservePayoutFunds } from '../core/withdrawal-postings.ts';
import type { CryptoWithdrawalRow } from './transactions.ts';

const custodyHoldId = (id: string): string => `${id}:custody`;

/**
 * Reserves the amount in what we hold on the network.
 *
 * @returns false where it is too little now
 * @throws LedgerError `insufficient` where a concurrent withdrawal took it
 */
export async function reserveCustody(trx: Trx, { clock }: Services, row: CryptoWithdrawalRow): Promise<boolean> {
  const account = await custodyAccount(trx, clock, row.network_id, row.currency);
  return reservePayoutFunds(trx, clock, 'crypto_transaction', row, { holdId: custodyHoldId(row.id), account });
}

/** The withdrawal is final on its network: both holds end, the customer's by a transfer. */
export async function postPayout(trx: Trx, { clock }: Services, row: CryptoWithdrawalRow): Promise<void> {
  await releaseCustody(trx, clock, row);
  const account = await custodyAccount(trx, clock, row.network_id, row.currency);
  await captureAmountAndFee(trx, clock, 'crypto_transaction', row, { suffix: 'paid', account });
}

/** The withdrawal has ended without a payout. */
export async function releaseHolds(trx: Trx, { clock }: Services, row: CryptoWithdrawalRow): Promise<void> {
  await releaseAmountAndFee(trx, clock, row);
  await releaseCustody(trx, clock, row);
}

/** Custody is reserved once a withdrawal is about to be sent, and for one that was sent before a restore only if there is enough. */
async function releaseCustody(trx: Trx, clock: Services['clock'], { id }: CryptoWithdrawalRow): Promise<void> {
  const reserved = await trx.selectFrom('hold').select('id').where('id', '=', custodyHoldId(id)).executeTakeFirst();
  if (reserved) await resolveHold(trx, reserved.id, clock.now(), { outcome: 'void' });
}
