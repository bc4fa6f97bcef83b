import type { Trx } from '../../../platform/database/database.ts';
import { custodyAccount, post, suspenseAccount } from '../../../ledger/ledger.ts';
import { reverseCredit } from '../reversals.ts';
import type { Services } from '../../services.ts';
import { type CryptoRow } from './transactions.ts';

/**
 * Takes back what was booked of a deposit that its chain took back.
 *
 * @param row as its customer's row is held by this transaction, with the status it had
 */
export async function reverseDeposit(trx: Trx, services: Services, row: CryptoRow): Promise<void> {
  const { clock } = services;
  const { id, network_id: networkId, currency } = row;
  const kind = 'reversed crypto deposit';
  const back = await custodyAccount(trx, clock, networkId, currency);
  if (row.status === 'completed')
    return reverseCredit(trx, services, row, { kind, back, mail: 'message.depositReversed' });
  // Kept aside all the while: nobody had it.
  const amount = BigInt(row.amount);
  const aside = await suspenseAccount(trx, clock, `network-${networkId}`, currency);
  const legs = [
    { account: aside, amount },
    { account: back, amount: -amount },
  ];
  await post(trx, {
    id: `${id}:reversed`,
    kind,
    entityId: id,
    eventTime: clock.now(),
    legs,
    // What named nobody was taken in before it was a deposit.
    ...(row.hold_reason !== 'missing-memo' && { reverses: `${id}:kept` }),
  });
}
