import { closeAlert, raiseAlert } from '../../../platform/alerts/alerts.ts';
import { transact, type Trx } from '../../../platform/database/database.ts';
import type { Services } from '../../services.ts';
import { lockTransfer } from '../core/transactions.ts';
import { transitionWithdrawalWithin } from '../core/withdrawals.ts';
import { attemptsOf, findOrder } from './signed-payouts.ts';
import type { CryptoWithdrawalRow } from './transactions.ts';
import type { CryptoWithdrawalStatus } from './withdrawal-states.ts';
import { type CryptoWithdrawalTransition, cryptoWithdrawals } from './withdrawals.ts';

/** State of a withdrawal that a job read before its request to the network. */
export interface ObservedWithdrawal {
  id: string;
  status: CryptoWithdrawalStatus;
  /** The newest signed attempt; undefined if none is signed. */
  attempt: number | undefined;
  /** Version of the row, which changes if an operator approves it again. @default any version */
  version?: number;
}

/** @returns undefined if another node or an operator has transitioned, ordered or signed the withdrawal since */
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

/** Transitions a withdrawal if it has not changed since it was observed. @returns whether it was transitioned */
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

/**
 * Raises one alert for all withdrawals of a network whose fee is too high or can't be paid.
 * @param why the signer's error message
 */
export const raiseFeeAlert = (services: Services, networkId: number, why: string): Promise<boolean> =>
  raiseAlert(services, { ...feeAlert(networkId), details: { network: String(networkId), why } });

export const closeFeeAlert = (services: Services, networkId: number) =>
  closeAlert(services, feeAlert(networkId), 'system');
