import { type Command, type Commands, executeEach } from '../../../commands/command.ts';
import { findCustomer } from '../../../commands/customers.ts';
import { assertNoBlockers } from '../../../platform/errors/blockers.ts';
import type { Services } from '../../services.ts';
import { setAutoRedemption } from '../../wallet/auto-redemption/setting.ts';
import { autoRedemptionViolations, toAutoRedemptionBlockers } from './eligibility.ts';
import { toAutoRedemption } from './responses.ts';

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
      return toAutoRedemption(services, trx, customer.id, call.language);
    }),
    topics: ({ caller }) => [caller.customerId, 'messages'],
  };
  return { turnOnAutoRedemption };
}
