import { findCustomer } from '../../../commands/customers.ts';
import type { Handlers } from '../../../platform/contract/operations.ts';
import { transact } from '../../../platform/database/database.ts';
import type { Services } from '../../services.ts';
import { setAutoRedemption } from '../../wallet/auto-redemption/setting.ts';
import { autoRedemptionViolations, toAutoRedemptionBlockers } from './eligibility.ts';
import { toAutoRedemption } from './responses.ts';

export function autoRedemptionHandlers(services: Services): Handlers {
  const { db, vault, notifier } = services;
  return {
    getAutoRedemption: ({ caller: { customerId }, language }) => toAutoRedemption(services, db, customerId, language),

    async preCheckAutoRedemption({ caller: { customerId }, language }) {
      const violations = await autoRedemptionViolations(services, db, await findCustomer(db, vault, customerId));
      return toAutoRedemptionBlockers(violations, language);
    },

    async turnOffAutoRedemption({ caller: { customerId }, language }) {
      await transact(db, (trx) => setAutoRedemption(trx, services, customerId, 'off'));
      await notifier.send(customerId, 'messages');
      return toAutoRedemption(services, db, customerId, language);
    },
  };
}
