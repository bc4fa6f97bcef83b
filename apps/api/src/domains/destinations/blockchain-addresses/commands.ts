import { shortAddress } from '@wusd/i18n';
import { formatMessage } from '@wusd/i18n/server';
import { toBlocker, assertNoBlockers } from '../../../platform/errors/blockers.ts';
import { networkNameOf } from '@wusd/server-kit/registry/networks';
import { findCustomer } from '../../../commands/customers.ts';
import { identityBlockers } from '../../identity-access/customers/rules.ts';
import { type Command, type Commands, executeEach } from '../../../commands/command.ts';
import type { Services } from '../../services.ts';
import { addAddress, validateAddress } from './addresses.ts';
import { findAddress } from './responses.ts';

export function blockchainAddressCommands(services: Services): Commands {
  const { db, clock, vault } = services;

  const addBlockchainAddress: Command<'addBlockchainAddress'> = {
    async preview({ caller: { customerId }, body, language }) {
      const { address, violations } = await validateAddress(services, db, customerId, body);
      const customer = await findCustomer(db, vault, customerId);
      const blockers = [...identityBlockers(customer), ...violations];
      return {
        about: formatMessage(customer?.language ?? 'en_US', 'message.act.saveAddress', {
          network: networkNameOf(address.networkId),
          address: shortAddress(address.address),
        }),
        review: { blockers: blockers.map((each) => toBlocker(each, language)) },
      };
    },
    execute: executeEach(async ({ call, customer }, trx) => {
      const { body, language } = call;
      const { address, violations } = await validateAddress(services, trx, customer.id, body);
      assertNoBlockers([...identityBlockers(customer), ...violations]);
      const id = await addAddress(trx, services, call, customer, address);
      return findAddress(trx, clock, customer.id, id, language);
    }),
    topics: ({ caller }) => [caller.customerId, 'messages', 'destinations'],
  };
  return { addBlockchainAddress };
}
