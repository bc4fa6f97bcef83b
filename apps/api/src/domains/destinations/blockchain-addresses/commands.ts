import { shortAddress } from '@wusd/i18n';
import { formatMessage } from '@wusd/i18n/server';
import { audit } from '../../../platform/audit/audit.ts';
import { toBlocker, assertNoBlockers } from '../../../platform/errors/blockers.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { originOf } from '../../../platform/security/origin.ts';
import { networkNameOf } from '../../../platform/registry/networks.ts';
import { findCustomer, lockCustomer } from '../../../commands/customers.ts';
import { identityBlockers } from '../../identity-access/customers/rules.ts';
import type { Command, Commands } from '../../../commands/command.ts';
import type { Services } from '../../services.ts';
import { alreadySavedDetails, isSaved, validateAddress, saveAddress } from './addresses.ts';
import { findAddress } from './responses.ts';

export function blockchainAddressCommands(services: Services): Commands {
  const { db, clock, vault } = services;

  const addBlockchainAddress: Command<'addBlockchainAddress'> = {
    async preview({ caller: { customerId }, body, language }) {
      const { address, violations } = await validateAddress(services, body);
      if (await isSaved(services, customerId, address)) throw new AppError('INVALID_REQUEST', alreadySavedDetails);
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
    async execute({ caller: { customerId }, body, client, language }, trx) {
      const { address, violations } = await validateAddress(services, body);
      const customer = await lockCustomer(trx, vault, customerId);
      assertNoBlockers([...identityBlockers(customer), ...violations]);
      const id = await saveAddress(trx, services, customer, address);
      const { agent, network } = originOf(client);
      await audit(trx, clock, {
        customerId,
        actor: 'customer',
        act: 'address saved',
        details: { address: id, agent, network },
      });
      return findAddress(trx, clock, customerId, id, language);
    },
    topics: ({ caller }) => [caller.customerId, 'messages', 'destinations'],
  };
  return { addBlockchainAddress };
}
