import type { Trx } from '../../../platform/database/database.ts';
import { resolveHold } from '../../../ledger/holds.ts';
import { bankAccount, clearingAccount, type Leg, post, unexplainedAccount } from '../../../ledger/ledger.ts';
import type { Services } from '../../services.ts';
import {
  captureAmountAndFee,
  feeLegs,
  ledgerKindOf,
  payerAccountOf,
  reservePayoutFunds,
} from '../core/withdrawal-postings.ts';
import type { FiatWithdrawalRow } from './transactions.ts';

const bankHoldId = (id: string): string => `${id}:bank`;

type LedgerServices = Pick<Services, 'clock'>;

/**
 * Reserves the amount in the account of the paying bank.
 *
 * @returns false if the balance is too low now
 * @throws LedgerError `insufficient` if a concurrent withdrawal reserved the money
 */
export async function reserveBankBalance(
  trx: Trx,
  { clock }: LedgerServices,
  row: FiatWithdrawalRow,
): Promise<boolean> {
  const account = await bankAccount(trx, clock, row.partner_id, row.currency);
  return reservePayoutFunds(trx, clock, 'fiat_transaction', row, { holdId: bankHoldId(row.id), account });
}

/** Posts the acceptance before the bank is instructed: the money moves from the customer's account to clearing. */
export async function postAcceptance(trx: Trx, { clock }: LedgerServices, row: FiatWithdrawalRow): Promise<void> {
  const account = await clearingAccount(trx, clock, row.partner_id, row.currency);
  await captureAmountAndFee(trx, clock, 'fiat_transaction', row, { suffix: 'accepted', account });
}

/**
 * Posts that the money was debited at the bank. An operator must explain a difference to the amount.
 *
 * @param left debited minor units on the bank's statement; undefined without a statement line
 */
export async function postSettlement(
  trx: Trx,
  services: LedgerServices,
  row: FiatWithdrawalRow,
  left?: bigint,
): Promise<void> {
  const { clock } = services;
  const amount = BigInt(row.amount);
  const difference = (left ?? amount) - amount;
  await releaseBankHold(trx, services, row);
  await postEnd(trx, services, row, 'settled', [
    { account: await clearingAccount(trx, clock, row.partner_id, row.currency), amount },
    ...(difference === 0n
      ? []
      : [{ account: await unexplainedAccount(trx, clock, row.partner_id, row.currency), amount: difference }]),
    { account: await bankAccount(trx, clock, row.partner_id, row.currency), amount: -amount - difference },
  ]);
}

/** Posts a manual transfer, which explains the statement line of a payout that an operator sent outside the system. */
export async function postManualTransfer(trx: Trx, services: LedgerServices, row: FiatWithdrawalRow): Promise<void> {
  const amount = BigInt(row.amount);
  await releaseBankHold(trx, services, row);
  await postEnd(trx, services, row, 'manual-transfer', [
    { account: await clearingAccount(trx, services.clock, row.partner_id, row.currency), amount },
    { account: await unexplainedAccount(trx, services.clock, row.partner_id, row.currency), amount: -amount },
  ]);
}

/** Posts a payout refused by the bank: amount and fee return to the debited account. */
export async function postRefusal(trx: Trx, services: LedgerServices, row: FiatWithdrawalRow): Promise<void> {
  const [amount, fee] = [BigInt(row.amount), BigInt(row.fee)];
  await releaseBankHold(trx, services, row);
  await postEnd(trx, services, row, 'refused', [
    { account: await clearingAccount(trx, services.clock, row.partner_id, row.currency), amount },
    ...(await feeLegs(trx, services.clock, row, fee)),
    { account: await payerAccountOf(trx, row), amount: -amount - fee },
  ]);
}

/** Posts money returned by the payee's bank. @param returned minor units */
export async function postReturn(
  trx: Trx,
  services: LedgerServices,
  row: FiatWithdrawalRow,
  returned: bigint,
): Promise<void> {
  await postEnd(trx, services, row, 'returned', [
    { account: await bankAccount(trx, services.clock, row.partner_id, row.currency), amount: returned },
    { account: await payerAccountOf(trx, row), amount: -returned },
  ]);
}

/** Releases the reservation at the bank, because the payout was debited or will never be debited. */
async function releaseBankHold(trx: Trx, { clock }: LedgerServices, { id }: FiatWithdrawalRow): Promise<void> {
  await resolveHold(trx, bankHoldId(id), clock.now(), { outcome: 'void' });
}

async function postEnd(
  trx: Trx,
  { clock }: LedgerServices,
  row: FiatWithdrawalRow,
  end: 'settled' | 'manual-transfer' | 'refused' | 'returned',
  legs: Leg[],
): Promise<void> {
  const kind = `${ledgerKindOf('fiat_transaction', row)} ${end}`;
  await post(trx, { id: `${row.id}:${end}`, kind, entityId: row.id, eventTime: clock.now(), legs });
}
