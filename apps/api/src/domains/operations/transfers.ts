import { scaleOf } from '@wusd/server-kit/registry/currencies';
import { networkNameOf } from '@wusd/server-kit/registry/networks';
import { audit } from '../../platform/audit/audit.ts';
import { transact } from '../../platform/database/database.ts';
import { depositReasons, withdrawalReasons } from '../transfers/core/reasons.ts';
import { lockTransfer } from '../transfers/core/transactions.ts';
import { transitionWithdrawal, transitionWithdrawalWithin } from '../transfers/core/withdrawals.ts';
import { compare, fromMinor, isAmount } from '@wusd/api-sdk/money';
import { approvePayout } from '@wusd/payouts/approvals';
import type { SigningKey } from '@wusd/payouts/keys/signing-key';
import { maySignAnew } from '@wusd/payouts/payout-port';
import { attemptsOf, isPayout, observe } from '../transfers/crypto/signed-payouts.ts';
import { decideCryptoDeposit } from '../transfers/crypto/deposits.ts';
import { cryptoWithdrawals } from '../transfers/crypto/withdrawals.ts';
import { transitionFiatDeposit } from '../transfers/fiat/deposits.ts';
import { fiatWithdrawals } from '../transfers/fiat/withdrawals.ts';
import type { Services } from '../services.ts';
import { assertReason, OperatorError } from './errors.ts';
import type { CommandResult } from './results.ts';

interface Decider {
  actor: 'Operations';
  operator: string;
  approval?: RequestedApproval | undefined;
}

/** A signature under a payout, with what the operator has read that it pays. */
interface RequestedApproval {
  key: SigningKey<'ed25519'>;
  to: string | undefined;
  /** Decimal. */
  amount: string | undefined;
}

/** The decisions of operators on crypto or fiat transfers. */
interface TransferDecisions {
  table: 'crypto_transaction' | 'fiat_transaction';
  decideDeposit(
    services: Services,
    id: string,
    decision: Decider & { to: 'completed' | 'rejected'; reason?: string },
  ): Promise<void>;
  approveWithdrawal(services: Services, id: string, by: Decider): Promise<void>;
  rejectWithdrawal(services: Services, id: string, by: Decider, reason: string): Promise<void>;
}

const crypto: TransferDecisions = {
  table: 'crypto_transaction',
  decideDeposit: decideCryptoDeposit,
  approveWithdrawal: approveCryptoWithdrawal,
  async rejectWithdrawal(services, id, by, reason) {
    await refuseDisputed(services, id);
    const attempts = await observe(services, (await attemptsOf(services.db, id)).filter(isPayout));
    if (!maySignAnew(attempts.map(({ status }) => status)))
      throw new OperatorError('CONFLICT', `${id} was sent and may still arrive. Approve it, so that it is followed.`);
    await transitionWithdrawal(services, cryptoWithdrawals, id, { ...by, to: 'rejected', reason });
  },
};

/** What was signed before, and isn't what the row says now, may have been paid: a rejection would pay it twice. */
async function refuseDisputed({ db }: Services, id: string): Promise<void> {
  const row = await db.selectFrom('crypto_transaction').select('hold_reason').where('id', '=', id).executeTakeFirst();
  if (row?.hold_reason === 'signer-conflict')
    throw new OperatorError(
      'CONFLICT',
      `The signer has signed ${id} before, with other values, so it may have been paid. Compare it with the signer's log.`,
    );
}

const fiat: TransferDecisions = {
  table: 'fiat_transaction',
  decideDeposit: transitionFiatDeposit,
  approveWithdrawal: approveFiatWithdrawal,
  rejectWithdrawal: (services, id, by, reason) =>
    transitionWithdrawal(services, fiatWithdrawals, id, { ...by, to: 'rejected', reason }),
};

/**
 * Approves or rejects a deposit, a claim or a withdrawal that waits for a decision.
 *
 * @param id of a crypto transaction (ctx_…) or a bank transfer (ftx_…)
 * @throws UsageError if a rejection's reason is not in the list for its direction; OperatorError NOT_FOUND,
 * CONFLICT; AppError MOVE_NOT_ALLOWED if its status has changed
 */
export async function decideTransfer(
  services: Services,
  id: string,
  decision: 'approve' | 'reject',
  reason: string | undefined,
  operator: string,
  approval?: RequestedApproval,
): Promise<CommandResult<'status'>> {
  const kind = id.startsWith('ctx_') ? crypto : fiat;
  const by = { actor: 'Operations', operator } as const;
  const row = await services.db.selectFrom(kind.table).select('direction').where('id', '=', id).executeTakeFirst();
  if (!row) throw new OperatorError('NOT_FOUND', `There is no transfer ${id}.`);
  const isDeposit = row.direction === 'deposit';
  if (decision === 'reject') {
    assertReason<string>(reason, isDeposit ? depositReasons : withdrawalReasons);
    await (isDeposit
      ? kind.decideDeposit(services, id, { ...by, to: 'rejected', reason })
      : kind.rejectWithdrawal(services, id, by, reason));
    return { type: 'status', id, status: 'rejected', reason };
  }
  if (isDeposit) {
    await kind.decideDeposit(services, id, { ...by, to: 'completed' });
    return { type: 'status', id, status: 'completed' };
  }
  await kind.approveWithdrawal(services, id, { ...by, approval });
  return { type: 'status', id, status: 'to be processed' };
}

/** With a key, the operator's signature is stored for the signer, which believes nobody's word for it. */
async function approveCryptoWithdrawal(
  services: Services,
  id: string,
  { actor, operator, approval }: Decider,
): Promise<void> {
  const { db, clock, notifier } = services;
  // A key on a token takes its time: no row is locked meanwhile.
  const signature = approval && (await signApproval(services, id, approval));
  const owner = await transact(db, async (trx) => {
    const row = await lockTransfer(trx, services, cryptoWithdrawals, id);
    if (!row) throw new OperatorError('NOT_FOUND', `There is no withdrawal ${id}.`);
    if (signature !== undefined)
      await trx
        .insertInto('payout_approval')
        .values({ withdrawal_id: id, operator, signature, signed_at: clock.now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    await transitionWithdrawalWithin(trx, services, cryptoWithdrawals, row, { actor, operator, to: 'to be processed' });
    return row.customer_id;
  });
  await notifier.send(owner, 'messages', 'withdrawals');
}

/** @throws OperatorError CONFLICT if the row is not what the operator has read: whoever can write it could have it signed otherwise */
async function signApproval({ db }: Services, id: string, { key, to, amount }: RequestedApproval): Promise<string> {
  const row = await db
    .selectFrom('crypto_transaction')
    .select(['network_id', 'address', 'memo', 'currency', 'amount'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { network_id: networkId, address, memo, currency } = row;
  const pays = fromMinor(BigInt(row.amount), scaleOf(currency)).replace(/(\.\d{2,}?)0+$/, '$1');
  const isRead =
    to === address && amount !== undefined && isAmount(amount, scaleOf(currency)) && compare(amount, pays) === 0;
  if (!isRead)
    throw new OperatorError(
      'CONFLICT',
      `You sign ${pays} ${currency} on ${networkNameOf(networkId)} to ${address}${memo === null ? '' : `, memo ${memo}`}. ` +
        'Compare that with what the customer asked for, and repeat it: --to and --amount.',
    );
  return approvePayout(key, {
    payoutId: id,
    networkId,
    to,
    memo: memo ?? undefined,
    currency,
    amount: BigInt(row.amount),
  });
}

/** Ends the hold of a payout to a high-risk payee, and records that the risk was accepted. */
async function approveFiatWithdrawal(services: Services, id: string, { actor, operator }: Decider): Promise<void> {
  const { db, clock, notifier } = services;
  await transact(db, async (trx) => {
    const row = await lockTransfer(trx, services, fiatWithdrawals, id);
    if (row?.status !== 'to be processed' || row.hold_reason === null)
      throw new OperatorError('CONFLICT', `${id} is not on hold for a decision.`);
    if (row.hold_reason !== 'high-risk')
      throw new OperatorError(
        'CONFLICT',
        `${id} is on hold because of "${row.hold_reason}", which approval does not change. Reject it to release the money.`,
      );
    await trx
      .updateTable('fiat_transaction')
      .set({ risk: 'high', hold_reason: null, due_at: clock.now(), updated_at: clock.now() })
      .where('id', '=', id)
      .execute();
    await audit(trx, clock, {
      customerId: row.customer_id,
      actor,
      act: 'withdrawal approved',
      details: { withdrawal: id, operator },
    });
  });
  await notifier.send('withdrawals');
}
