import { closeAlert, raiseAlert } from '../../../platform/alerts/alerts.ts';
import { transact, type Trx } from '../../../platform/database/database.ts';
import type { Services } from '../../services.ts';
import { lockTransfer } from '../core/transactions.ts';
import { transitionWithdrawalWithin } from '../core/withdrawals.ts';
import { attemptsOf, findOrder } from './signed-payouts.ts';
import type { CryptoWithdrawalRow } from './transactions.ts';
import type { CryptoWithdrawalStatus } from './withdrawal-states.ts';
import { type CryptoWithdrawalTransition, cryptoWithdrawals } from './withdrawals.ts';

/** A withdrawal as a job saw it before it asked the network. */
export interface ObservedWithdrawal {
  id: string;
  status: CryptoWithdrawalStatus;
  /** The newest signed attempt; undefined where nothing was signed. */
  attempt: number | undefined;
  /** Of the row: an operator may have approved it again since. @default whichever it has */
  version?: number;
}

/** @returns undefined where another node, or an operator, has moved, ordered or signed it since */
export async function lockUnchanged(
  trx: Trx,
  services: Services,
  { id, status, attempt, version }: ObservedWithdrawal,
): Promise<CryptoWithdrawalRow | undefined> {
  const row = await lockTransfer(trx, services, cryptoWithdrawals, id);
  const [newest] = await attemptsOf(trx, id);
  if (row?.status !== status || newest?.attempt !== attempt) return undefined;
  if (version !== undefined && row.version !== version) return undefined;
  return status === 'to be processed' && (await findOrder(trx, id)) ? undefined : row;
}

/** Transitions a withdrawal that is still as it was observed. @returns whether it was */
export async function transitionUnchanged(
  services: Services,
  observed: ObservedWithdrawal,
  transition: Omit<CryptoWithdrawalTransition, 'actor'>,
): Promise<boolean> {
  const customerId = await transact(services.db, async (trx) => {
    const row = await lockUnchanged(trx, services, observed);
    if (row)
      await transitionWithdrawalWithin(trx, services, cryptoWithdrawals, row, { ...transition, actor: 'system' });
    return row?.customer_id;
  });
  if (customerId !== undefined) await services.notifier.send(customerId, 'messages', 'withdrawals');
  return customerId !== undefined;
}

const feeAlert = (networkId: number) => ({ kind: 'payout-fee', entityId: `network-${networkId}` }) as const;

/** One alert for all withdrawals of a network whose fee is too high, or can't be paid. @param why as the signer says it */
export const raiseFeeAlert = (services: Services, networkId: number, why: string): Promise<boolean> =>
  raiseAlert(services, { ...feeAlert(networkId), details: { network: String(networkId), why } });

export const closeFeeAlert = (services: Services, networkId: number) =>
  closeAlert(services, feeAlert(networkId), 'system');
