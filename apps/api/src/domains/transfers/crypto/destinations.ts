import type { Currency } from '@wusd/api-sdk/domain';
import { shortAddress } from '@wusd/i18n';
import type { Db, Trx } from '../../../platform/database/database.ts';
import { AppError, checkAt } from '../../../platform/errors/app-error.ts';
import { networkNameOf } from '@wusd/server-kit/registry/networks';
import { isNetworkOffered } from '../../config/offering.ts';
import { type NewAddress, validateAddress } from '../../destinations/blockchain-addresses/addresses.ts';
import { exclusionError, findExclusion } from '../../destinations/blockchain-addresses/excluded-addresses.ts';
import { quarantineMs } from '../../destinations/states.ts';
import type { Services } from '../../services.ts';
import type { Destination } from '../core/withdrawal-commands.ts';

/** The address of a withdrawal: the id of a saved address, or the fields of an address to save. */
export interface AddressChoice {
  addressId?: string | undefined;
  newRecipient?: NewAddress | undefined;
}

export interface CryptoDestination extends Destination {
  networkId: number;
  address: string;
  memo: string | null;
  /** The id of a saved address, or the address to save with the withdrawal. */
  recipient: { id: string } | NewAddress;
}

const newRecipient = '/body/newRecipient';

/** @throws AppError DESTINATION_NOT_ACTIVE, INVALID_REQUEST */
export async function findCryptoDestination(
  services: Services,
  reader: Db | Trx,
  customerId: string,
  currency: Currency,
  { addressId, newRecipient: entered }: AddressChoice,
): Promise<CryptoDestination> {
  const destination =
    entered === undefined
      ? await savedAddress(services, reader, customerId, addressId ?? '')
      : await newAddress(services, reader, customerId, entered);
  const field = entered === undefined ? '/body/addressId' : `${newRecipient}/networkId`;
  if (!isNetworkOffered(services, currency, destination.networkId))
    throw new AppError('INVALID_REQUEST', { field, reasonCode: 'not-on-this-network' });
  return destination;
}

async function savedAddress(
  services: Services,
  reader: Db | Trx,
  customerId: string,
  id: string,
): Promise<CryptoDestination> {
  const row = await reader
    .selectFrom('blockchain_address')
    .selectAll()
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .where('status', '<>', 'gone')
    .executeTakeFirst();
  if (!row) throw new AppError('DESTINATION_NOT_ACTIVE');
  const { network_id: networkId, address, memo, status, payouts_from: payoutsFrom } = row;
  const exclusion = await findExclusion(services, reader, networkId, address);
  return {
    name: shortAddress(address),
    networkId,
    address,
    memo,
    isActive: status === 'active',
    payoutsFrom,
    violations: exclusion === undefined ? [] : [exclusionError(exclusion, '/body/addressId')],
    recipient: { id },
  };
}

/** A withdrawal to a new address waits for its screening and for the end of its first day. */
async function newAddress(
  services: Services,
  reader: Db | Trx,
  customerId: string,
  entered: NewAddress,
): Promise<CryptoDestination> {
  const { address: recipient, violations } = await checkAt(newRecipient, () =>
    validateAddress(services, reader, customerId, entered),
  );
  const { networkId, address, memo, label } = recipient;
  const name = shortAddress(address);
  return {
    name,
    networkId,
    address,
    memo: memo ?? null,
    isActive: true,
    payoutsFrom: new Date(services.clock.now().getTime() + quarantineMs),
    violations: violations.map((each) => each.at(newRecipient)),
    recipient,
    unsaved: {
      label,
      act: ['message.act.withdrawToNewAddress', { address: name, network: networkNameOf(networkId) }],
    },
  };
}
