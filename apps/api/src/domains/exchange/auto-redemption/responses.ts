import type { AutoRedemption } from '@wusd/api-sdk';
import { formatMessage, languageOf } from '@wusd/i18n/server';
import type { Db, Trx } from '../../../platform/database/database.ts';
import { isAutoRedemptionOn } from '../../wallet/auto-redemption/setting.ts';
import type { Services } from '../../services.ts';
import { findPayoutRoute } from './eligibility.ts';

const maxRuns = 10;

/** Returns the setting, the bank account for payouts, and the latest runs. */
export async function toAutoRedemption(
  services: Services,
  db: Db | Trx,
  customerId: string,
  language: string | undefined,
): Promise<AutoRedemption> {
  const route = await findPayoutRoute(services, db, customerId);
  const runs = await db
    .selectFrom('auto_redemption_run')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('deposit_id', 'desc')
    .limit(maxRuns)
    .execute();
  return {
    isOn: await isAutoRedemptionOn(db, customerId),
    ...(route && { bankAccountId: route.account.id }),
    runs: runs.map((run) => ({
      depositId: run.deposit_id,
      ...(run.order_id !== null && { orderId: run.order_id }),
      ...(run.withdrawal_id !== null && { withdrawalId: run.withdrawal_id }),
      at: run.created_at.toISOString(),
      ...(run.stopped_because !== null && {
        stoppedBecause: formatMessage(languageOf(language), `message.autoRedemptionReason.${run.stopped_because}`),
      }),
    })),
  };
}
