import type { AutoRedemption } from '@wusd/api-sdk';
import { formatMessage, languageOf } from '@wusd/i18n/server';
import { type Db, transact, type Trx } from '../../../platform/database/database.ts';
import { assertNoBlockers } from '../../../platform/errors/blockers.ts';
import type { Handlers } from '../../../platform/contract/operations.ts';
import { findCustomer, lockCustomer } from '../../../commands/customers.ts';
import type { Command, Commands } from '../../../commands/command.ts';
import type { Services } from '../../services.ts';
import { toAutoRedemptionBlockers, findPayoutRoute, autoRedemptionViolations } from './eligibility.ts';
import { isAutoRedemptionOn, setAutoRedemption } from '../../wallet/auto-redemption/setting.ts';

const shownRuns = 10;

/** Whether it is on, where to, and its last runs. */
async function show(
  services: Services,
  db: Db | Trx,
  customerId: string,
  language: string | undefined,
): Promise<AutoRedemption> {
  const way = await findPayoutRoute(services, db, customerId);
  const runs = await db
    .selectFrom('auto_redemption_run')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('deposit_id', 'desc')
    .limit(shownRuns)
    .execute();
  return {
    isOn: await isAutoRedemptionOn(db, customerId),
    ...(way && { bankAccountId: way.account.id }),
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

export function autoRedemptionHandlers(services: Services): Handlers {
  const { db, vault, notifier } = services;
  return {
    getAutoRedemption: ({ caller: { customerId }, language }) => show(services, db, customerId, language),

    async preCheckAutoRedemption({ caller: { customerId }, language }) {
      const refusals = await autoRedemptionViolations(services, db, await findCustomer(db, vault, customerId));
      return toAutoRedemptionBlockers(refusals, language);
    },

    async turnOffAutoRedemption({ caller: { customerId }, language }) {
      await transact(db, (trx) => setAutoRedemption(trx, services, customerId, 'off'));
      await notifier.send(customerId, 'messages');
      return show(services, db, customerId, language);
    },
  };
}

export function autoRedemptionCommands(services: Services): Commands {
  const { db, vault } = services;

  const turnOnAutoRedemption: Command<'turnOnAutoRedemption'> = {
    async preview({ caller: { customerId }, language }) {
      const refusals = await autoRedemptionViolations(services, db, await findCustomer(db, vault, customerId));
      return { review: { blockers: toAutoRedemptionBlockers(refusals, language) } };
    },
    async execute({ caller: { customerId }, language }, trx) {
      const customer = await lockCustomer(trx, vault, customerId);
      assertNoBlockers(await autoRedemptionViolations(services, trx, customer));
      await setAutoRedemption(trx, services, customerId, 'on');
      return show(services, trx, customerId, language);
    },
    topics: ({ caller }) => [caller.customerId, 'messages'],
  };
  return { turnOnAutoRedemption };
}
