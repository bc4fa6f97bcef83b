import type { NetworkId } from '@wusd/server-kit/registry/networks';
import type { Services } from '../src/domains/services.ts';
import { custodyAccount, deskAccount, post } from '../src/ledger/ledger.ts';
import { createId } from '../src/platform/ids.ts';
import { transact } from '../src/platform/database/database.ts';

/** Posts the funds that a test gave a payout address, as if the desk had contributed them. */
export async function recordCustody({ db, clock, gateways }: Services, networkId: NetworkId): Promise<void> {
  const { payouts } = gateways;
  const amount = await payouts.liquidity(networkId, 'WUSD');
  await transact(db, async (trx) => {
    const legs = [
      { account: await custodyAccount(trx, clock, networkId, 'WUSD'), amount },
      { account: await deskAccount(trx, clock, 'WUSD'), amount: -amount },
    ];
    const id = createId('sup', clock);
    await post(trx, { id, kind: 'desk stock', entityId: id, eventTime: clock.now(), legs });
  });
}
