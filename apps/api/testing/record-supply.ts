import type { NetworkId } from '@wusd/server-kit/registry/networks';
import { createId } from '../src/platform/ids.ts';
import { transact } from '../src/platform/database/database.ts';
import { deskAccount, post, supplyAccount } from '../src/ledger/ledger.ts';
import type { Services } from '../src/domains/services.ts';
import { supplyBalance } from '../src/domains/operations/reconcile-supply.ts';

/** Posts the minted supply of a test's token, as if the desk had issued it. */
export async function recordSupply({ db, clock, gateways }: Services, networkId: NetworkId): Promise<void> {
  const supply = (await gateways.chain.supply(networkId, 'WUSD')) ?? 0n;
  const amount = supply - (await supplyBalance(db, networkId));
  if (amount === 0n) return;
  await transact(db, async (trx) => {
    const legs = [
      { account: await deskAccount(trx, clock, 'WUSD'), amount },
      { account: await supplyAccount(trx, clock, networkId, 'WUSD'), amount: -amount },
    ];
    const id = createId('sup', clock);
    await post(trx, { id, kind: 'mint', entityId: id, eventTime: clock.now(), legs });
  });
}
