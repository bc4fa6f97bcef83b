import { nativeCoinOf } from '@wusd/server-kit/registry/native-coins';
import { evmNetworkIds, isEvm } from '@wusd/server-kit/registry/networks';
import { gasAccount, gasExpenseAccount } from '../../../ledger/gas-accounts.ts';
import { post } from '../../../ledger/ledger.ts';
import { transact } from '../../../platform/database/database.ts';
import { everything, type QueueRun } from '../../../platform/jobs/run.ts';
import type { Services } from '../../services.ts';

/** A transaction of this wallet in a final block. */
export interface FinalTransaction {
  networkId: number;
  sender: string;
  nonce: string;
  hash: string;
}

/**
 * Posts the fee that a transaction paid to its network as an expense. Repeated calls post it once.
 *
 * @returns false unless all our nodes report the transaction in a final block, with the same fee
 */
export async function postNetworkFee(services: Services, transaction: FinalTransaction): Promise<boolean> {
  const { db, clock, gateways } = services;
  const { networkId, sender, nonce, hash } = transaction;
  const fee = await gateways.payouts.paidFee(networkId, { sender, hash });
  if (fee === undefined) return false;
  await transact(db, async (trx) => {
    const inserted = await trx
      .insertInto('network_fee')
      .values({ network_id: networkId, sender, nonce, hash, amount: String(fee), posted_at: clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('hash')
      .executeTakeFirst();
    if (!inserted || fee === 0n) return;
    const coin = nativeCoinOf(networkId);
    const legs = [
      { account: await gasExpenseAccount(trx, clock, networkId, coin), amount: fee },
      { account: await gasAccount(trx, clock, networkId, coin), amount: -fee },
    ];
    const id = `network-fee:${networkId}:${hash}`;
    await post(trx, { id, kind: 'network fee', entityId: hash, eventTime: clock.now(), legs });
  });
  return true;
}

/** Nodes keep receipts for longer than this. A displaced transaction never gets a receipt. */
const searchedMs = 7 * 24 * 60 * 60_000;

/** Posts the fees of final payouts and cancellations. Only EVM networks report fees. */
export async function postPayoutFees(services: Services, run: QueueRun = everything): Promise<void> {
  const { db, clock } = services;
  const networkIds = run.networkId === undefined ? evmNetworkIds : [run.networkId].filter(isEvm);
  if (networkIds.length === 0) return;
  const attempts = await db
    .selectFrom('signed_tx as s')
    .innerJoin('crypto_transaction as t', 't.id', 's.withdrawal_id')
    .select(['s.network_id', 's.sender', 's.nonce', 's.hash'])
    .where('s.network_id', 'in', networkIds)
    .where('s.signed_at', '>', new Date(clock.now().getTime() - searchedMs))
    .where('t.status', 'not in', ['to be processed', 'to be confirmed', 'processing'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('network_fee as f')
            .select('f.hash')
            .whereRef('f.network_id', '=', 's.network_id')
            .whereRef('f.sender', '=', 's.sender')
            .whereRef('f.nonce', '=', 's.nonce'),
        ),
      ),
    )
    .orderBy('s.signed_at')
    .limit(500)
    .execute();
  await run.forEach(
    attempts,
    ({ hash }) => hash,
    ({ network_id: networkId, ...rest }) => postNetworkFee(services, { networkId, ...rest }),
  );
}
