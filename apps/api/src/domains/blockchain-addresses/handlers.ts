import { transact } from '../../database/database.ts';
import type { Handlers } from '../../http/contract.ts';
import type { Services } from '../services.ts';
import { moveAddressIn } from './addresses.ts';
import { findAddress, listAddresses, searchAddresses } from './view.ts';

export function blockchainAddressHandlers(services: Services): Handlers {
  const { db, clock, wakeUps } = services;
  return {
    listBlockchainAddresses: ({ caller: { customerId }, request }) =>
      listAddresses(db, clock, customerId, request.headers['accept-language']),

    searchBlockchainAddresses: ({ caller: { customerId }, body, request }) =>
      searchAddresses(db, clock, customerId, body, request.headers['accept-language']),

    async deleteBlockchainAddress({ caller: { customerId }, request }) {
      const { id } = request.params as { id: string };
      // Read before anybody can see it, and so before it is gone.
      const address = await transact(db, async (trx) => {
        await moveAddressIn(trx, services, id, { to: 'pending delete', actor: 'customer', of: customerId });
        return findAddress(trx, clock, customerId, id, request.headers['accept-language']);
      });
      await wakeUps.send(customerId, 'destinations');
      return address;
    },
  };
}
