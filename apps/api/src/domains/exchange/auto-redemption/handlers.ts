import type { AutoRedemption } from '@wusd/api-sdk';
import { formatMessage, languageOf } from '@wusd/i18n/server';
import { type Db, transact, type Trx } from '../../../platform/database/database.ts';
import { assertNoBlockers } from '../../../platform/errors/blockers.ts';
import type { Handlers } from '../../../platform/contract/operations.ts';
import { findCustomer } from '../../../commands/customers.ts';
import { type Command, type Commands, executeEach } from '../../../commands/command.ts';
import type { Services } from '../../services.ts';
import { toAutoRedemptionBlockers, findPayoutRoute, autoRedemptionViolations } from './eligibility.ts';
import { isAutoRedemptionOn, setAutoRedemption } from '../../wallet/auto-redemption/setting.ts';

const maxRuns = 10;

/** The setting, the bank account that is paid out to, and the latest runs. */
async function toResponse(
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

export function autoRedemptionHandlers(services: Services): Handlers {
  const { db, vault, notifier } = services;
  return {
    getAutoRedemption: ({ caller: { customerId }, language }) => toResponse(services, db, customerId, language),

    async preCheckAutoRedemption({ caller: { customerId }, language }) {
      const violations = await autoRedemptionViolations(services, db, await findCustomer(db, vault, customerId));
      return toAutoRedemptionBlockers(violations, language);
    },

    async turnOffAutoRedemption({ caller: { customerId }, language }) {
      await transact(db, (trx) => setAutoRedemption(trx, services, customerId, 'off'));
      await notifier.send(customerId, 'messages');
      return toResponse(services, db, customerId, language);
    },
  };
}

export function autoRedemptionCommands(services: Services): Commands {
  const { db, vault } = services;

  const turnOnAutoRedemption: Command<'turnOnAutoRedemption'> = {
    async preview({ caller: { customerId }, language }) {
      const violations = await autoRedemptionViolations(services, db, await findCustomer(db, vault, customerId));
      return { review: { blockers: toAutoRedemptionBlockers(violations, language) } };
    },
    execute: executeEach(async ({ call, customer }, trx) => {
      assertNoBlockers(await autoRedemptionViolations(services, trx, customer));
      await setAutoRedemption(trx, services, customer.id, 'on');
      return toResponse(services, trx, customer.id, call.language);
    }),
    topics: ({ caller }) => [caller.customerId, 'messages'],
  };
  return { turnOnAutoRedemption };
}
