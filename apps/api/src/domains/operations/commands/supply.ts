import { networkSlug } from '../../../gateways/guard/guard.ts';
import { familyOf, type NetworkId, networkIds } from '@wusd/server-kit/registry/networks';
import { defineCommand, type OperatorCommand } from '../command.ts';
import { UsageError } from '../errors.ts';
import { recordSupplyTransaction } from '../supply/evidence.ts';
import { cancelSupplyOrder, orderSupply, showSupplyOrders } from '../supply/orders.ts';

const group = 'Mint and burn:';

/** Networks where the WUSD token is our own contract. */
const networks = networkIds.filter((id) => ['evm', 'tron'].includes(familyOf(id)));

function networkOf(slug: string): NetworkId {
  const found = networks.find((id) => networkSlug(id) === slug);
  if (found === undefined) throw new UsageError(`There is no network ${slug}.`);
  return found;
}

const order = { description: 'Id of the mint or burn (sup_…)' };
const network = {
  value: 'name',
  isRequired: true,
  choices: networks.map(networkSlug),
  description: 'Network',
} as const;
const amount = { value: 'decimal', isRequired: true, description: 'Amount in WUSD, e.g. 1000.00' } as const;
const purpose = {
  value: 'text',
  isRequired: true,
  description: 'Why, for those who approve and for the record',
} as const;

export const supplyCommands: readonly OperatorCommand[] = [
  defineCommand({
    name: 'order-mint',
    group,
    summary: 'Order a mint of WUSD on a network; two operators approve it, and the treasury’s wallet sends it.',
    example: 'order-mint --network base --amount 50000.00 --purpose "Payouts of the week"',
    options: {
      network,
      amount,
      purpose,
      to: { value: 'address', description: 'Who gets the tokens; by default the address that payouts are sent from' },
    },
    execute: (services, { network: slug, to, amount: wusd, purpose: why, operator }) =>
      orderSupply(
        services,
        { kind: 'mint', networkId: networkOf(slug), address: to, amount: wusd, purpose: why },
        operator,
      ),
  }),
  defineCommand({
    name: 'order-burn',
    group,
    summary: 'Order a burn of WUSD on a network; two operators approve it, and the treasury’s wallet sends it.',
    example: 'order-burn --network base --amount 50000.00 --from 0x5290… --purpose "Redemptions of the week"',
    options: {
      network,
      amount,
      purpose,
      from: { value: 'address', isRequired: true, description: 'Whose tokens are burned' },
    },
    execute: (services, { network: slug, from, amount: wusd, purpose: why, operator }) =>
      orderSupply(
        services,
        { kind: 'burn', networkId: networkOf(slug), address: from, amount: wusd, purpose: why },
        operator,
      ),
  }),
  defineCommand({
    name: 'supply-orders',
    group,
    summary: 'List mints and burns, or show one with the call that the treasury’s wallet sends.',
    example: 'supply-orders sup_01hqxyz0000000000000000000',
    access: 'read-only',
    arguments: { order: { ...order, isOptional: true } },
    execute: (services, { order: id }) => showSupplyOrders(services, id),
  }),
  defineCommand({
    name: 'record-supply-transaction',
    group,
    summary:
      'Record the transaction of an approved mint or burn; it is checked on its network, and posted once it is final.',
    example: 'record-supply-transaction sup_01hqxyz0000000000000000000 --hash 0x5c50…',
    arguments: { order },
    options: { hash: { value: 'hash', isRequired: true, description: 'Hash of the transaction' } },
    execute: (services, { order: id, hash, operator }) => recordSupplyTransaction(services, id, hash, operator),
  }),
  defineCommand({
    name: 'cancel-supply-order',
    group,
    summary: 'Cancel a mint or burn that was not sent.',
    example: 'cancel-supply-order sup_01hqxyz0000000000000000000 --why "Ordered twice"',
    arguments: { order },
    options: { why: { value: 'text', isRequired: true, description: 'Explanation for the audit log' } },
    execute: (services, { order: id, why, operator }) => cancelSupplyOrder(services, id, why, operator),
  }),
];
