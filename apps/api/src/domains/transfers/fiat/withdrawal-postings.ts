import type { Trx } from '../../../platform/database/database.ts';
import { resolve } from '../../../ledger/holds.ts';
import {
  bankAccount,
  clearingAccount,
  feeAccount,
  type Leg,
  post,
  unexplainedAccount,
} from '../../../ledger/ledger.ts';
import type { Services } from '../../services.ts';
import { walletAccountOf } from '../../wallet/accounts/entries.ts';
import type { FiatRow } from './transactions.ts';

/** What was set aside of the customer's for a withdrawal. */
export const payHold = (id: string): string => `${id}:pay`;
/** What its bank has to have when it is told, so that two payouts are not told of money that suffices for one. */
export const bankHold = (id: string): string => `${id}:bank`;

type Booking = Pick<Services, 'clock'>;

/** Its bank is told next: it is the customer's no more, and on its way. */
export async function bookAcceptance(trx: Trx, { clock }: Booking, row: FiatRow): Promise<void> {
  const [amount, fee] = [BigInt(row.amount), BigInt(row.fee)];
  const legs: Leg[] = [
    { account: await walletAccountOf(trx, row), amount: amount + fee },
    { account: await clearingAccount(trx, clock, row.partner_id, row.currency), amount: -amount },
    ...(fee === 0n ? [] : [{ account: await feeAccount(trx, clock, row.currency), amount: -fee }]),
  ];
  await resolve(trx, payHold(row.id), clock.now(), {
    outcome: 'post',
    transferId: `${row.id}:accepted`,
    kind: 'fiat withdrawal',
    legs,
  });
}

/** Nothing of it was begun: all of it is free again. */
export async function freeHold(trx: Trx, { clock }: Booking, row: FiatRow): Promise<void> {
  await resolve(trx, payHold(row.id), clock.now(), { outcome: 'void' });
}

/** It has left the bank. What the bank took besides, or less, is for a person to explain. @param left as its statement says; undefined where it is only known to have left */
export async function bookSettlement(trx: Trx, booking: Booking, row: FiatRow, left?: bigint): Promise<void> {
  const amount = BigInt(row.amount);
  const difference = (left ?? amount) - amount;
  await freeBankHold(trx, booking, row);
  await postOf(trx, booking, row, 'settled', [
    { account: await clearingAccount(trx, booking.clock, row.partner_id, row.currency), amount },
    ...(difference === 0n
      ? []
      : [{ account: await unexplainedAccount(trx, booking.clock, row.partner_id, row.currency), amount: difference }]),
    { account: await bankAccount(trx, booking.clock, row.partner_id, row.currency), amount: -amount - difference },
  ]);
}

/** Explains the statement line of a payout that an operator sent outside the system. */
export async function postManualTransfer(trx: Trx, booking: Booking, row: FiatRow): Promise<void> {
  const amount = BigInt(row.amount);
  await freeBankHold(trx, booking, row);
  await postOf(trx, booking, row, 'manual-transfer', [
    { account: await clearingAccount(trx, booking.clock, row.partner_id, row.currency), amount },
    { account: await unexplainedAccount(trx, booking.clock, row.partner_id, row.currency), amount: -amount },
  ]);
}

/** Its bank did not carry it out: all of it is the customer's again, the fee too. */
export async function bookRefusal(trx: Trx, booking: Booking, row: FiatRow): Promise<void> {
  const [amount, fee] = [BigInt(row.amount), BigInt(row.fee)];
  await freeBankHold(trx, booking, row);
  await postOf(trx, booking, row, 'refused', [
    { account: await clearingAccount(trx, booking.clock, row.partner_id, row.currency), amount },
    ...(fee === 0n ? [] : [{ account: await feeAccount(trx, booking.clock, row.currency), amount: fee }]),
    { account: await walletAccountOf(trx, row), amount: -amount - fee },
  ]);
}

/** It came back after it had left. @param returned what did */
export async function bookReturn(trx: Trx, booking: Booking, row: FiatRow, returned: bigint): Promise<void> {
  await postOf(trx, booking, row, 'returned', [
    { account: await bankAccount(trx, booking.clock, row.partner_id, row.currency), amount: returned },
    { account: await walletAccountOf(trx, row), amount: -returned },
  ]);
}

/** What was kept aside at the bank for it is free: it has left, or never will. */
async function freeBankHold(trx: Trx, { clock }: Booking, { id }: FiatRow): Promise<void> {
  await resolve(trx, bankHold(id), clock.now(), { outcome: 'void' });
}

async function postOf(trx: Trx, { clock }: Booking, { id }: FiatRow, end: string, legs: Leg[]): Promise<void> {
  await post(trx, { id: `${id}:${end}`, kind: `fiat withdrawal ${end}`, entityId: id, eventTime: clock.now(), legs });
}
