import { toMinor } from '@wusd/api-sdk/money';
import type { Db, Trx } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { scaleOf } from '@wusd/server-kit/registry/currencies';
import { hasMemo, isMemo, parseAddress } from '../../destinations/blockchain-addresses/address-formats.ts';
import { findExclusion } from '../../destinations/blockchain-addresses/excluded-addresses.ts';
import type { Services } from '../../services.ts';
import { requestReturn, type ReturnOrder, type ReturnPlan } from '../core/return-requests.ts';
import { returnableAmount, ReturnBlocked } from '../core/returns.ts';
import { lockTransfer, typedRow } from '../core/transactions.ts';
import { cryptoDeposits } from './deposit-transitions.ts';
import { suspenseOf } from './deposits.ts';
import { readNetworkTerms } from './terms.ts';
import type { CryptoDepositRow } from './transactions.ts';
import { cryptoWithdrawals } from './withdrawals.ts';

/** A return over the same network and in the same token as its deposit. */
export interface CryptoReturnPlan extends ReturnPlan {
  networkId: number;
  /** The sender of the deposit. */
  address: string;
  memo: string | null;
}

/**
 * Plans the amount and recipient of a return. The memo of a deposit identifies our customer, not its sender, so it is
 * never reused.
 *
 * @param memo memo that the sender's account needs, provided by an operator
 * @throws AppError NOT_FOUND; ReturnBlocked
 */
export async function planCryptoReturn(services: Services, id: string, memo?: string): Promise<CryptoReturnPlan> {
  const { db, gateways } = services;
  const found = await db
    .selectFrom('crypto_transaction')
    .selectAll()
    .where('id', '=', id)
    .where('direction', '=', 'deposit')
    .executeTakeFirst();
  if (!found) throw new AppError('NOT_FOUND');
  const row = typedRow(cryptoDeposits, found);
  const total = await assertReturnable(db, row);
  const { network_id: networkId, currency } = row;
  const address = await recipientOf(services, row, memo);
  const { withdrawalFee } = await readNetworkTerms(db, networkId);
  const fee = toMinor(withdrawalFee, scaleOf(currency));
  if (total <= fee) throw new ReturnBlocked('below-fee');
  const risk = await gateways.screening.screenAddress(networkId, address);
  return { depositId: id, networkId, address, memo: memo ?? null, currency, amount: total - fee, fee, risk };
}

/** @returns minor units @throws ReturnBlocked */
async function assertReturnable(reader: Db | Trx, row: CryptoDepositRow): Promise<bigint> {
  if (row.status !== 'rejected') throw new ReturnBlocked('not-rejected');
  // The transfer behind a rejected claim stays open for other claimants.
  if (row.is_undisclosed) throw new ReturnBlocked('undisclosed-claim');
  // A reorganisation could remove the deposit after it was returned.
  if (!row.is_final) throw new ReturnBlocked('not-final');
  return returnableAmount(reader, 'crypto_transaction', row);
}

/** Returns the sender of the deposit if it can be paid. @throws ReturnBlocked */
async function recipientOf(
  services: Services,
  { network_id: networkId, sender }: CryptoDepositRow,
  memo: string | undefined,
): Promise<string> {
  const address = sender === null || sender === '' ? undefined : parseAddress(networkId, sender);
  if (address === undefined) throw new ReturnBlocked('sender-unknown');
  const exclusion = await findExclusion(services, services.db, networkId, address);
  if (exclusion !== undefined) throw new ReturnBlocked(exclusion);
  if (memo !== undefined && !hasMemo(networkId)) throw new ReturnBlocked('no-memos');
  if (memo !== undefined && !isMemo(memo)) throw new ReturnBlocked('malformed-memo');
  if (memo === undefined && (await services.gateways.chain.needsMemo(networkId, address)))
    throw new ReturnBlocked('memo-required');
  return address;
}

/**
 * Requests a return with the previewed amounts.
 *
 * @returns the id of the return (ctx_…)
 * @throws AppError NOT_FOUND; ReturnBlocked `changed` if the amount has changed since the preview
 */
export async function requestCryptoReturn(
  trx: Trx,
  services: Services,
  plan: CryptoReturnPlan,
  order: ReturnOrder,
): Promise<string> {
  const row = await lockTransfer(trx, services, cryptoDeposits, plan.depositId);
  if (!row) throw new AppError('NOT_FOUND');
  if ((await assertReturnable(trx, row)) !== plan.amount + plan.fee) throw new ReturnBlocked('changed');
  const { networkId, address, memo } = plan;
  const { confirmations } = await readNetworkTerms(trx, networkId);
  const suspense = await suspenseOf(trx, services, row);
  return requestReturn(trx, services, cryptoWithdrawals, row, { plan, order, suspense }, (columns) =>
    trx
      .insertInto('crypto_transaction')
      .values({ ...columns, network_id: networkId, address, memo, confirmations_needed: confirmations })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}
