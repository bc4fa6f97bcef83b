import { transact } from '../../../platform/database/database.ts';
import type { Handlers } from '../../../platform/contract/operations.ts';
import type { Services } from '../../services.ts';
import { transitionAddressWithin } from './addresses.ts';
import { findAddress, listAddresses, searchAddresses } from './responses.ts';

export function blockchainAddressHandlers(services: Services): Handlers {
  const { db, clock, notifier } = services;
  return {
    listBlockchainAddresses: ({ caller: { customerId }, language }) => listAddresses(db, clock, customerId, language),

    searchBlockchainAddresses: ({ caller: { customerId }, body, language }) =>
      searchAddresses(db, clock, customerId, body, language),

    async deleteBlockchainAddress({ caller: { customerId }, language, path }) {
      const { id } = path;
      // Read in the same transaction: once it has committed, a job may complete the deletion.
      const address = await transact(db, async (trx) => {
        await transitionAddressWithin(trx, services, id, {
          to: 'pending delete',
          actor: 'customer',
          ownerId: customerId,
        });
        return findAddress(trx, clock, customerId, id, language);
      });
      await notifier.send(customerId, 'destinations');
      return address;
    },
  };
}
