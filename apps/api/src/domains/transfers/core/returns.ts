import type { Db, Trx } from '../../../platform/database/database.ts';
import { type StateMachine, type TimelineEntry, timelinesOf } from '../../../platform/state-machine/state-machine.ts';
import { lockCustomer } from '../../../commands/customers.ts';
import type { Services } from '../../services.ts';
import { publishWalletUpdated } from '../../wallet/accounts/transactions.ts';
import { amountValue, notifyOfTransfer } from './notices.ts';
import type { SharedColumns, TransferStatus, TransferTable } from './transfer-kind.ts';

// A return sends a rejected deposit back to its sender. It is a withdrawal that is debited from the suspense account
// instead of a wallet. Customers see a return as steps of the deposit.

/** Reasons why a deposit can't be returned. */
export type ReturnBlocker =
  | 'not-rejected'
  | 'undisclosed-claim'
  | 'not-final'
  | 'unmatched-line'
  | 'in-flight'
  | 'returned'
  | 'sender-unknown'
  | 'burn-address'
  | 'token-contract'
  | 'own-address'
  | 'no-memos'
  | 'malformed-memo'
  | 'memo-required'
  | 'prohibited-country'
  | 'below-fee'
  | 'changed';

/** Thrown before any row is written. */
export class ReturnBlocked extends Error {
  override readonly name = 'ReturnBlocked';
  readonly blocker: ReturnBlocker;

  constructor(blocker: ReturnBlocker) {
    super(`The deposit can't be returned: ${blocker}`);
    this.blocker = blocker;
  }
}

/** Statuses of a return that moved no money, or whose money came back. */
const unpaidStatuses: ReadonlySet<TransferStatus> = new Set(['failed', 'cancelled', 'rejected']);

/**
 * Returns the remaining amount of a rejected deposit: its amount minus bank charges on returns that came back.
 *
 * @returns minor units
 * @throws ReturnBlocked `in-flight`, `returned`
 */
export async function returnableAmount(
  reader: Db | Trx,
  table: TransferTable,
  { id, customer_id: customerId, amount }: Pick<SharedColumns, 'id' | 'customer_id' | 'amount'>,
): Promise<bigint> {
  const returns = await reader
    .selectFrom(table)
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('returns_deposit_id', '=', id)
    .execute();
  const open = returns.find(({ status }) => !unpaidStatuses.has(status));
  if (open) throw new ReturnBlocked(paidStatuses.has(open.status) ? 'returned' : 'in-flight');
  const lost = returns.reduce((sum, row) => {
    const returned = 'returned' in row ? row.returned : null;
    return returned === null ? sum : sum + BigInt(row.amount) + BigInt(row.fee) - BigInt(returned);
  }, 0n);
  return BigInt(amount) - lost;
}

const paidStatuses: ReadonlySet<TransferStatus> = new Set(['completed', 'transferred manually']);

type ReturnRow = Pick<SharedColumns, 'customer_id' | 'wallet_id' | 'currency' | 'amount' | 'returns_deposit_id'>;

/**
 * Publishes a step of a return as a change of its deposit, and notifies the customer when the money was sent.
 *
 * @param row row of the return, locked by this transaction
 * @param to new status of the return
 */
export async function announceReturn(
  trx: Trx,
  services: Services,
  table: TransferTable,
  row: ReturnRow,
  to: TransferStatus,
): Promise<void> {
  const deposit = await trx
    .selectFrom(table)
    .select(['id', 'amount', 'currency'])
    .where('customer_id', '=', row.customer_id)
    .where('id', '=', row.returns_deposit_id ?? '')
    .executeTakeFirstOrThrow();
  const { customer_id, wallet_id } = row;
  await publishWalletUpdated(trx, services.clock, { id: deposit.id, customer_id, wallet_id });
  if (!paidStatuses.has(to)) return;
  const customer = await lockCustomer(trx, services.vault, customer_id);
  await notifyOfTransfer(trx, services, customer, deposit, {
    message: 'message.depositReturned',
    values: { sent: amountValue(row), isLess: row.amount === deposit.amount ? 'no' : 'yes' },
  });
}

/** Reasons in the timeline of a deposit, by the status of its return. */
const stepReasons: Partial<Record<string, string>> = {
  completed: 'returned',
  'transferred manually': 'returned',
  failed: 'return-failed',
  cancelled: 'return-failed',
  rejected: 'return-failed',
};

/**
 * Returns the steps of returns as timeline entries of their deposits: requested, sent, came back. Two queries, or no
 * query without deposits.
 *
 * @param states state machine of the returns, which are withdrawals
 * @param deposits rejected deposits
 */
export async function returnEntriesOf<Status extends TransferStatus>(
  db: Db,
  table: TransferTable,
  states: StateMachine<Status>,
  deposits: readonly { id: string; customer_id: string; status: string }[],
): Promise<Map<string, TimelineEntry[]>> {
  const entries = new Map<string, TimelineEntry[]>();
  if (deposits.length === 0) return entries;
  const returns = await db
    .selectFrom(table)
    .select(['id', 'customer_id', 'returns_deposit_id'])
    .where('customer_id', 'in', [...new Set(deposits.map((deposit) => deposit.customer_id))])
    .where(
      'returns_deposit_id',
      'in',
      deposits.map(({ id }) => id),
    )
    .orderBy('id')
    .execute();
  const timelines = await timelinesOf(db, states, returns);
  for (const { id, returns_deposit_id: depositId } of returns) {
    const steps = (timelines.get(id) ?? []).flatMap(({ status, at, actor }, index) => {
      const reason = index === 0 ? 'return-requested' : stepReasons[status];
      return reason === undefined ? [] : [{ status: 'rejected', at, actor, reason }];
    });
    entries.set(depositId ?? '', [...(entries.get(depositId ?? '') ?? []), ...steps]);
  }
  return entries;
}
