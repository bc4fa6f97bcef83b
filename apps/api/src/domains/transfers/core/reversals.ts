import type { Clock } from '@wusd/server-kit/clock';
import type { Trx } from '../../../platform/database/database.ts';
import { type Leg, post, shortfallAccount } from '../../../ledger/ledger.ts';
import { lockCustomer } from '../../../commands/customers.ts';
import { freezeAccount } from '../../identity-access/security/freeze.ts';
import type { Services } from '../../services.ts';
import { ledgerAccountOf } from '../../wallet/accounts/transactions.ts';
import { creditOf, suspensionOf } from './deposits.ts';
import { amountValue, notifyOfTransfer, type TransferNotice } from './notices.ts';
import type { SharedColumns } from './transfer-kind.ts';
import { freeBalanceOf } from './withdrawal-postings.ts';

type DepositRow = Pick<SharedColumns, 'id' | 'customer_id' | 'wallet_id' | 'currency' | 'amount'>;

export interface Reversal {
  /** Kind of the ledger transfer. */
  kind: string;
  /** Account to which the money is returned. */
  to: string;
}

/**
 * Reverses a credit. If the customer has spent part of it, that part becomes a debt, and the account is frozen until an
 * operator unfreezes it.
 *
 * @param row deposit whose customer's row is locked by this transaction
 */
export async function reverseCredit(
  trx: Trx,
  services: Services,
  row: DepositRow,
  { message, reasonMessage, ...reversal }: Reversal & Pick<TransferNotice, 'message' | 'reasonMessage'>,
): Promise<void> {
  const { clock, vault } = services;
  const { id, customer_id: customerId, currency } = row;
  const amount = BigInt(row.amount);
  const account = await ledgerAccountOf(trx, row);
  const free = await freeBalanceOf(trx, account);
  const debited = free < amount ? free : amount;
  const owed = amount - debited;
  await postReversal(trx, clock, row, reversal, creditOf(id), [
    { account, amount: debited },
    { account: await shortfallAccount(trx, clock, customerId, currency), amount: owed },
  ]);
  const customer = await lockCustomer(trx, vault, customerId);
  if (owed > 0n && customer.status === 'active')
    await freezeAccount(trx, services, customerId, 'system', { deposit: id });
  await notifyOfTransfer(trx, services, customer, row, {
    message,
    reasonMessage,
    values: {
      isOwed: owed > 0n ? 'yes' : 'no',
      owed: amountValue({ amount: owed.toString(), currency }),
    },
  });
}

/**
 * Reverses a deposit in suspense, which was never credited to the customer.
 *
 * @param isSuspended false if another transfer moved the deposit to suspense
 */
export async function reverseSuspense(
  trx: Trx,
  clock: Clock,
  row: DepositRow,
  { suspense, isSuspended, ...reversal }: Reversal & { suspense: string; isSuspended: boolean },
): Promise<void> {
  const reversed = isSuspended ? suspensionOf(row.id) : undefined;
  await postReversal(trx, clock, row, reversal, reversed, [{ account: suspense, amount: BigInt(row.amount) }]);
}

async function postReversal(
  trx: Trx,
  clock: Clock,
  { id, amount }: DepositRow,
  { kind, to }: Reversal,
  reverses: string | undefined,
  from: readonly Leg[],
): Promise<void> {
  await post(trx, {
    id: `${id}:reversed`,
    kind,
    entityId: id,
    eventTime: clock.now(),
    legs: [...from, { account: to, amount: -BigInt(amount) }].filter((leg) => leg.amount !== 0n),
    ...(reverses !== undefined && { reverses }),
  });
}
