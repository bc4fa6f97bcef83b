import { networkNames } from '@wusd/api-sdk/domain';
import { hasNode } from '@wusd/payouts/network-settings';
import { GatewayError } from '../../platform/errors/gateway-error.ts';
import type { NetworkId } from '@wusd/server-kit/registry/networks';
import type { Services } from '../services.ts';

/** A network that was not compared with the ledger. */
export interface UncomparedNetwork {
  network: string;
  reason: string;
}

export interface Reconciliation {
  /** One sentence per difference. */
  differences: string[];
  /** Networks with a node that were not compared. */
  notCompared: UncomparedNetwork[];
}

/**
 * Compares every network that has a node. A network whose node does not respond does not stop the other comparisons.
 *
 * @param compare returns one sentence per difference, or the reason why the network can't be compared
 */
export async function compareNetworks(
  { gateways, settings }: Services,
  compare: (networkId: NetworkId) => Promise<string[] | { reason: string }>,
): Promise<Reconciliation> {
  const results = await Promise.all(
    gateways.networks
      .filter((networkId) => hasNode(settings.networks, networkId))
      .map(async (networkId): Promise<Reconciliation> => {
        const compared = await compare(networkId).catch((error: unknown) => {
          if (!(error instanceof GatewayError)) throw error;
          return { reason: `${error.gateway} gave no answer (${error.reason})` };
        });
        return 'reason' in compared
          ? { differences: [], notCompared: [{ network: networkNames[networkId], reason: compared.reason }] }
          : { differences: compared, notCompared: [] };
      }),
  );
  return {
    differences: results.flatMap(({ differences }) => differences),
    notCompared: results.flatMap(({ notCompared }) => notCompared),
  };
}
