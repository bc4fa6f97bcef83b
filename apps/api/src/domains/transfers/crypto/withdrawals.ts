import { shortAddress } from '@wusd/i18n';
import type { PaymentAssertion } from '@wusd/payouts/payment-challenge';
import type { Trx } from '../../../platform/database/database.ts';
import { networkNameOf } from '@wusd/server-kit/registry/networks';
import type { NoticeId } from '../../notifications/notices.ts';
import type { Services } from '../../services.ts';
import {
  type WithdrawalKind,
  type WithdrawalRequest,
  type WithdrawalTransition,
  requestWithdrawal,
} from '../core/withdrawals.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { assertNotOrdered, dropOrder } from './signed-payouts.ts';
import type { CryptoWithdrawalRow } from './transactions.ts';
import { postPayout, releaseHolds } from './withdrawal-postings.ts';
import { cryptoWithdrawalStates, type CryptoWithdrawalStatus } from './withdrawal-states.ts';

export interface CryptoWithdrawalTransition extends WithdrawalTransition<CryptoWithdrawalStatus> {
  /** Current risk of the address. */
  risk?: 'low' | 'high';
  /** An operator has verified that the transaction signed before was not paid. */
  isFoundUnpaid?: boolean;
}

/** After a review and approval, the next email is sent when the withdrawal is completed. */
const statusNotices: Partial<Record<CryptoWithdrawalStatus, NoticeId>> = {
  'to be confirmed': 'message.withdrawalHeld',
  completed: 'message.withdrawalCompleted',
  failed: 'message.withdrawalFailed',
  cancelled: 'message.withdrawalCancelled',
  rejected: 'message.withdrawalRejected',
};

/** Hold reason of a withdrawal that the signer has signed before with other values. */
export const signerConflict = 'signer-conflict';

/** Hold reason of a withdrawal that the customer's passkey has not approved in its current form. */
export const signerPasskey = 'signer-passkey';

/**
 * Whether the customer can't cancel a withdrawal. Either a hash shows that it was signed, so it may arrive, or
 * operators are examining it because of a possible manipulation.
 */
export const isLocked = ({ hash, hold_reason: reason }: Pick<CryptoWithdrawalRow, 'hash' | 'hold_reason'>): boolean =>
  hash !== null || reason === signerPasskey || reason === signerConflict;

export const cryptoWithdrawals: WithdrawalKind<
  'crypto_transaction',
  CryptoWithdrawalStatus,
  CryptoWithdrawalTransition
> = {
  table: 'crypto_transaction',
  direction: 'withdrawal',
  states: cryptoWithdrawalStates,
  idPrefix: 'ctx',
  destinationTable: 'blockchain_address',
  changes: (_row, { to, reason, risk }) => ({
    hold_reason: to === 'to be confirmed' ? (reason ?? null) : null,
    ...(risk !== undefined && { risk }),
  }),
  async post(trx, services, row, { to, isFoundUnpaid }) {
    const isWithoutPayout = to === 'cancelled' || to === 'rejected' || to === 'failed';
    if (row.status === 'processing') await dropOrder(trx, row.id);
    else if (isWithoutPayout) {
      await assertNotOrdered(trx, row.id);
      assertUndisputed(row, isFoundUnpaid);
      if (to === 'cancelled' && isLocked(row)) throw new AppError('MOVE_NOT_ALLOWED', { nextMoves: [] });
    }
    if (to === 'completed') await postPayout(trx, services, row);
    else if (isWithoutPayout) await releaseHolds(trx, services, row);
  },
  requestedNotice: 'message.withdrawalRequested',
  isLocked,
  noticeOf: (_row, to) => statusNotices[to],
  noticeValues: (_services, { address, network_id: networkId }) => ({
    address: shortAddress(address ?? ''),
    network: networkNameOf(networkId),
  }),
  reasonMessage: (reason) => `message.withdrawalReason.${reason}`,
};

/**
 * An earlier signed transaction may have been paid, so ending the withdrawal could refund a paid amount.
 * @throws AppError MOVE_NOT_ALLOWED
 */
function assertUndisputed({ hold_reason: reason }: { hold_reason: string | null }, isFoundUnpaid = false): void {
  if (reason === signerConflict && !isFoundUnpaid) throw new AppError('MOVE_NOT_ALLOWED', { nextMoves: [] });
}

export interface CryptoWithdrawalRequest extends WithdrawalRequest {
  destination: WithdrawalRequest['destination'] & { networkId: number; address: string; memo: string | null };
  confirmationsNeeded: number;
  /** Assertion of the passkey that approved the withdrawal, for the signer. */
  assertion?: PaymentAssertion | undefined;
}

/** Requests a withdrawal with {@link requestWithdrawal}. @throws LedgerError `insufficient` */
export async function requestCryptoWithdrawal(
  trx: Trx,
  services: Services,
  request: CryptoWithdrawalRequest,
): Promise<string> {
  const { customer, destination, confirmationsNeeded, assertion } = request;
  const id = await requestWithdrawal(trx, services, cryptoWithdrawals, request, (columns) =>
    trx
      .insertInto('crypto_transaction')
      .values({
        ...columns,
        network_id: destination.networkId,
        hash: null,
        address: destination.address,
        memo: destination.memo,
        sender: null,
        address_id: destination.id,
        confirmations_needed: confirmationsNeeded,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
  if (assertion)
    await trx
      .insertInto('payout_assertion')
      .values({
        customer_id: customer.id,
        withdrawal_id: id,
        credential_id: assertion.credentialId,
        client_data_json: assertion.clientDataJson,
        authenticator_data: assertion.authenticatorData,
        signature: assertion.signature,
        nonce: assertion.nonce,
      })
      .execute();
  return id;
}
