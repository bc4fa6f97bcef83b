import { compare, fromMinor, isAmount } from '@wusd/api-sdk/money';
import { approvePayout } from '@wusd/payouts/approvals';
import type { SigningKey } from '@wusd/payouts/keys/signing-key';
import { maySignAnew } from '@wusd/payouts/payout-port';
import { scaleOf } from '@wusd/server-kit/registry/currencies';
import { networkNameOf } from '@wusd/server-kit/registry/networks';
import { audit } from '../../platform/audit/audit.ts';
import { transact } from '../../platform/database/database.ts';
import type { Services } from '../services.ts';
import { lockTransfer } from '../transfers/core/transactions.ts';
import { transitionWithdrawalWithin } from '../transfers/core/withdrawals.ts';
import { attemptsOf, isPayout, observe } from '../transfers/crypto/signed-payouts.ts';
import { cryptoWithdrawals, signerConflict } from '../transfers/crypto/withdrawals.ts';
import { OperatorError } from './errors.ts';

const actor = 'Operations';

/** An operator's signature for a payout, with the recipient and amount that the operator entered. */
export interface RequestedApproval {
  key: SigningKey<'ed25519'>;
  to: string | undefined;
  /** Decimal. */
  amount: string | undefined;
}

/**
 * Approves a withdrawal. With a key, also stores the operator's signature, because the signer verifies approvals
 * itself.
 */
export async function approveCryptoWithdrawal(
  services: Services,
  id: string,
  operator: string,
  approval: RequestedApproval | undefined,
): Promise<void> {
  const { db, clock, notifier } = services;
  // Signing with a hardware token takes time, so no row is locked meanwhile.
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

/**
 * @throws OperatorError CONFLICT if the row differs from the values that the operator entered, e.g. because an attacker
 *   changed it
 */
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

/**
 * Rejects a withdrawal that was not paid.
 *
 * @param unpaid how the operator knows that it was not paid; required if the signer has signed it before with other
 *   values
 */
export async function rejectCryptoWithdrawal(
  services: Services,
  id: string,
  { operator, reason, unpaid }: { operator: string; reason: string; unpaid: string | undefined },
): Promise<void> {
  const { db, clock, notifier } = services;
  const attempts = await observe(services, (await attemptsOf(db, id)).filter(isPayout));
  if (!maySignAnew(attempts.map(({ status }) => status)))
    throw new OperatorError('CONFLICT', `${id} was sent and may still arrive. Approve it, so that it is followed.`);
  const owner = await transact(db, async (trx) => {
    const row = await lockTransfer(trx, services, cryptoWithdrawals, id);
    if (!row) throw new OperatorError('NOT_FOUND', `There is no withdrawal ${id}.`);
    const isDisputed = row.hold_reason === signerConflict;
    if (isDisputed && unpaid === undefined)
      throw new OperatorError(
        'CONFLICT',
        `The signer has signed ${id} before, with other values, so it may have been paid. Look it up in the signer's log and on the network; if nothing was paid, say how you know: --unpaid.`,
      );
    if (isDisputed && unpaid !== undefined)
      await audit(trx, clock, {
        customerId: row.customer_id,
        actor,
        act: 'withdrawal found unpaid',
        details: { withdrawal: id, operator, unpaid },
      });
    await transitionWithdrawalWithin(trx, services, cryptoWithdrawals, row, {
      actor,
      operator,
      reason,
      to: 'rejected',
      isFoundUnpaid: isDisputed,
    });
    return row.customer_id;
  });
  await notifier.send(owner, 'messages', 'withdrawals');
}
