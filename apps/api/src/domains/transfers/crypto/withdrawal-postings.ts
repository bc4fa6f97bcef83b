import type { Trx } from '../../../platform/database/database.ts';
import { hold, resolve } from '../../../ledger/holds.ts';
import { custodyAccount, feeAccount, type Leg } from '../../../ledger/ledger.ts';
import type { Services } from '../../services.ts';
import { type CryptoRow } from './transactions.ts';
import { walletAccountOf } from '../../wallet/accounts/entries.ts';

/** What was set aside of the customer's for a withdrawal, and of what is held on its network. */
const payHold = (id: string): string => `${id}:pay`;
const custodyHold = (id: string): string => `${id}:custody`;

/**
 * Sets aside what will leave of what is held on the network, so that two withdrawals can't both be sent from money that suffices for one.
 *
 * @returns false where it does not suffice now
 * @throws LedgerError `insufficient` where another took it meanwhile
 */
export async function reserveCustody(trx: Trx, { clock }: Services, row: CryptoRow): Promise<boolean> {
  const account = await custodyAccount(trx, clock, row.network_id, row.currency);
  const { posted, held } = await trx
    .selectFrom('account')
    .select(['posted', 'held'])
    .where('id', '=', account)
    .executeTakeFirstOrThrow();
  const amount = BigInt(row.amount);
  if (BigInt(posted) - BigInt(held) < amount) return false;
  const entity = { kind: 'crypto withdrawal', entityId: row.id, eventTime: clock.now() };
  await hold(trx, { id: custodyHold(row.id), account, amount, ...entity });
  return true;
}

/** It has left: the customer's goes to the network and to the fees, and both holds end. */
export async function payOut(trx: Trx, { clock }: Services, row: CryptoRow): Promise<void> {
  const now = clock.now();
  const [amount, fee] = [BigInt(row.amount), BigInt(row.fee)];
  const account = await walletAccountOf(trx, row);
  await resolve(trx, custodyHold(row.id), now, { outcome: 'void' });
  const legs: Leg[] = [
    { account, amount: amount + fee },
    { account: await custodyAccount(trx, clock, row.network_id, row.currency), amount: -amount },
    ...(fee === 0n ? [] : [{ account: await feeAccount(trx, clock, row.currency), amount: -fee }]),
  ];
  await resolve(trx, payHold(row.id), now, {
    outcome: 'post',
    transferId: `${row.id}:paid`,
    kind: 'crypto withdrawal',
    legs,
  });
}

/** It came to nothing: all of it is free again. */
export async function releaseHolds(trx: Trx, { clock }: Services, row: CryptoRow): Promise<void> {
  await resolve(trx, payHold(row.id), clock.now(), { outcome: 'void' });
  // What never was about to be sent reserved nothing.
  const reserved = await trx.selectFrom('hold').select('id').where('id', '=', custodyHold(row.id)).executeTakeFirst();
  if (reserved) await resolve(trx, reserved.id, clock.now(), { outcome: 'void' });
}
