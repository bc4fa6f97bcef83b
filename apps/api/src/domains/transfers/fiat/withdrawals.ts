import type { Trx } from '../../../platform/database/database.ts';
import type { Payee } from '../../../gateways/ports.ts';
import type { NoticeId } from '../../notifications/notices.ts';
import type { Services } from '../../services.ts';
import { amountValue } from '../core/notices.ts';
import { releaseAmountAndFee } from '../core/withdrawal-postings.ts';
import {
  type WithdrawalKind,
  type WithdrawalRequest,
  type WithdrawalTransition,
  requestWithdrawal,
} from '../core/withdrawals.ts';
import type { BankReason } from '../core/withdrawal-rules.ts';
import { type FiatWithdrawalRow, nameOfPayee, openDetails, sealDetails } from './transactions.ts';
import { postAcceptance, postManualTransfer, postRefusal, postReturn, postSettlement } from './withdrawal-postings.ts';
import { type FiatWithdrawalStatus, fiatWithdrawalStates } from './withdrawal-states.ts';

export interface FiatWithdrawalTransition extends WithdrawalTransition<FiatWithdrawalStatus> {
  /** Debited or returned minor units on the bank's statement. */
  statedAmount?: bigint;
}

/** Whether a transition is a return: a bank that can't credit the payee returns the money after completion. */
const isReturn = ({ status }: FiatWithdrawalRow, to: FiatWithdrawalStatus): boolean =>
  status === 'completed' && to === 'failed';

const returnedAmount = ({ amount }: FiatWithdrawalRow, { statedAmount }: FiatWithdrawalTransition): bigint =>
  statedAmount ?? BigInt(amount);

const statusNotices: Partial<Record<FiatWithdrawalStatus, NoticeId>> = {
  completed: 'message.bankWithdrawalCompleted',
  'transferred manually': 'message.bankWithdrawalCompleted',
  failed: 'message.withdrawalFailed',
  cancelled: 'message.withdrawalCancelled',
  rejected: 'message.withdrawalRejected',
};

/** Reasons with a different message than for a crypto withdrawal. */
const bankReasons: ReadonlySet<string> = new Set<BankReason>([
  'payouts-held',
  'new-destination',
  'liquidity',
  'destination',
  'refused',
  'returned',
  'prohibited-country',
]);

export const fiatWithdrawalReasonMessage = (reason: string): string =>
  `message.${bankReasons.has(reason) ? 'bankWithdrawalReason' : 'withdrawalReason'}.${reason}`;

export const fiatWithdrawals: WithdrawalKind<'fiat_transaction', FiatWithdrawalStatus, FiatWithdrawalTransition> = {
  table: 'fiat_transaction',
  direction: 'withdrawal',
  states: fiatWithdrawalStates,
  idPrefix: 'ftx',
  destinationTable: 'bank_account',
  changes: (row, transition) => ({
    hold_reason: null,
    ...(isReturn(row, transition.to) && { returned: returnedAmount(row, transition).toString() }),
  }),
  async post(trx, services, row, transition) {
    const { to, statedAmount } = transition;
    if (isReturn(row, to)) return postReturn(trx, services, row, returnedAmount(row, transition));
    if (to === 'processing') return postAcceptance(trx, services, row);
    if (to === 'completed') return postSettlement(trx, services, row, statedAmount);
    if (to === 'transferred manually') return postManualTransfer(trx, services, row);
    if (to === 'failed') return postRefusal(trx, services, row);
    return releaseAmountAndFee(trx, services.clock, row);
  },
  requestedNotice: 'message.bankWithdrawalRequested',
  noticeOf: (row, to) => (isReturn(row, to) ? 'message.bankWithdrawalReturned' : statusNotices[to]),
  noticeValues(services, row) {
    const { payee } = openDetails(services, row);
    const { returned: amount, currency } = row;
    return {
      account: payee === undefined ? '' : nameOfPayee(payee),
      returned: amount === null ? '' : amountValue({ amount, currency }),
    };
  },
  reasonMessage: fiatWithdrawalReasonMessage,
};

export interface FiatWithdrawalRequest extends WithdrawalRequest {
  partnerId: string;
  destination: WithdrawalRequest['destination'] & { payee: Payee };
  purpose: string | undefined;
}

/** Creates an end-to-end id, in which banks accept only letters and digits. @param id id of the withdrawal */
export const newEndToEndId = (id: string): string => id.replace('_', '').toUpperCase();

/** Requests a withdrawal with {@link requestWithdrawal}. @throws LedgerError `insufficient` */
export function requestFiatWithdrawal(trx: Trx, services: Services, request: FiatWithdrawalRequest): Promise<string> {
  const { partnerId, destination, purpose } = request;
  const { payee } = destination;
  return requestWithdrawal(trx, services, fiatWithdrawals, request, (columns) =>
    trx
      .insertInto('fiat_transaction')
      .values({
        ...columns,
        partner_id: partnerId,
        rail: payee.rail,
        bank_account_id: destination.id,
        end_to_end_id: newEndToEndId(columns.id),
        details_sealed: sealDetails(services, columns.id, { payee, ...(purpose !== undefined && { purpose }) }),
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}
