import { evmNetworkIds, type NetworkId } from '@wusd/server-kit/registry/networks';
import { networkSlug } from '../../../gateways/guard/guard.ts';
import { defineCommand, type OperatorCommand } from '../command.ts';
import { UsageError } from '../errors.ts';
import { fundGas } from '../fund-gas.ts';

function networkOf(slug: string): NetworkId {
  const found = evmNetworkIds.find((id) => networkSlug(id) === slug);
  if (found === undefined) throw new UsageError(`There is no EVM network ${slug}.`);
  return found;
}

export const gasCommands: readonly OperatorCommand[] = [
  defineCommand({
    name: 'fund-gas',
    group: 'Network fees:',
    summary: 'Record native coins that were sent to the gas account or to the payout address of an EVM network.',
    example: 'fund-gas base --amount 0.5 --hash 0x5c50… --why "Gas of December"',
    arguments: { network: { description: 'Network, e.g. base' } },
    options: {
      amount: { value: 'decimal', isRequired: true, description: 'Amount in the coin of the network, e.g. 0.5' },
      hash: { value: 'hash', isRequired: true, description: 'Hash of the transaction that brought it' },
      why: { value: 'text', isRequired: true, description: 'Explanation for the audit log' },
    },
    execute: (services, { network, amount, hash, why, operator }) =>
      fundGas(services, { networkId: networkOf(network), amount, hash, why }, operator),
  }),
];
