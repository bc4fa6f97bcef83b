import { shortAddress } from '@wusd/i18n';
import { formatMessage } from '@wusd/i18n/server';
import { audit } from '../../audit/audit.ts';
import { blocker, requireNothing } from '../../http/blockers.ts';
import { Failure } from '../../http/failure.ts';
import { originOf } from '../auth/origin.ts';
import { networkNameOf } from '../config/offering.ts';
import { findCustomer, lockCustomer } from '../customers/customers.ts';
import { unverified } from '../customers/rules.ts';
import type { Act, Acts } from '../mfa/acts.ts';
import type { Services } from '../services.ts';
import { alreadySaved, isSaved, readAddress, saveAddress } from './addresses.ts';
import { findAddress } from './view.ts';

export function blockchainAddressActs(services: Services): Acts {
  const { db, clock, vault } = services;

  const addBlockchainAddress: Act<'addBlockchainAddress'> = {
    async review({ caller: { customerId }, body, request }) {
      const { address, refusals } = await readAddress(services, body);
      if (await isSaved(services, customerId, address)) throw new Failure('INVALID_REQUEST', alreadySaved);
      const customer = await findCustomer(db, vault, customerId);
      const blockers = [...unverified(customer), ...refusals];
      return {
        about: formatMessage(customer?.language ?? 'en_US', 'message.act.saveAddress', {
          network: networkNameOf(address.networkId),
          address: shortAddress(address.address),
        }),
        review: { blockers: blockers.map((each) => blocker(each, request.headers['accept-language'])) },
      };
    },
    async perform({ caller: { customerId }, body, request }, trx) {
      const { address, refusals } = await readAddress(services, body);
      const customer = await lockCustomer(trx, vault, customerId);
      requireNothing([...unverified(customer), ...refusals]);
      const id = await saveAddress(trx, services, customer, address);
      const { agent, network } = originOf(request);
      await audit(trx, clock, {
        customerId,
        actor: 'customer',
        act: 'address saved',
        details: { address: id, agent, network },
      });
      return findAddress(trx, clock, customerId, id, request.headers['accept-language']);
    },
    wakes: ({ caller }) => [caller.customerId, 'messages', 'destinations'],
  };
  return { addBlockchainAddress };
}
