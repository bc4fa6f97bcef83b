import { Network } from '@wusd/api-sdk/domain';
import { Ajv } from 'ajv';
import { cryptoCurrencies } from '@wusd/server-kit/registry/currencies';
import { type EvmNetworkId, networkNameOf } from '@wusd/server-kit/registry/networks';
import { finalityDepth, hasFinalizedTag } from '../finality.ts';

/** A token on a network. */
export interface EvmToken {
  address: `0x${string}`;
  decimals: number;
}

export interface EvmNetwork {
  networkId: EvmNetworkId;
  /** Chain id (EIP-155) that the node must report. */
  chainId: number;
  /** JSON-RPC endpoint that payouts are broadcast to. */
  url: string;
  /** JSON-RPC endpoints of independent providers, `url` first. Deposits are credited or reversed only if all agree. */
  nodes?: string[];
  tokens: Record<string, EvmToken>;
  /** First block to scan. Earlier blocks have no transfers of ours. */
  startBlock: number;
  /** Blocks after which the network does not reorganise. @default `finalityDepth` */
  finalBlocks: number;
  /**
   * Whether the nodes support the tag `finalized`. A block is then final only if it is also at or below that block.
   * @default `hasFinalizedTag`
   */
  finalizedTag?: boolean;
  /** Gas limit of a transfer. */
  gas: number;
  /** Payout limits: `perPayout` and `perDay` in units of the token, `maxFeeGwei` per unit of gas. All are decimals. */
  limits: { perPayout: string; perDay: string; maxFeeGwei: string };
  /** Sweeps of tokens from deposit addresses to the payout address. Without it, the signer does not sweep. */
  sweep?: SweepSettings;
}

export interface SweepSettings {
  /** Minimum balance to sweep by currency, in units of the token (decimal). Omitted currencies are not swept. */
  minimum: Record<string, string>;
  /** Limit of transfers from the gas account within 24 hours, in units of the native coin (decimal). */
  gasPerDay: string;
}

export interface EvmSettings {
  /** Extended public key (BIP-32) at m/44'/60'/0'/0; its child keys are customers' deposit keys. It can't spend. */
  depositKey: string;
  networks: EvmNetwork[];
}

/** Chain ids (EIP-155) by network id. */
export const chainIds = {
  [Network.Ethereum]: 1,
  [Network.Polygon]: 137,
  [Network.Viction]: 88,
  [Network.ArbitrumOne]: 42_161,
  [Network.Base]: 8453,
  [Network.Bnb]: 56,
  [Network.Avalanche]: 43_114,
} as const satisfies Record<EvmNetworkId, number>;

const decimal = { type: 'string', pattern: '^[0-9]+(\\.[0-9]+)?$' };
const validate = new Ajv({ useDefaults: true, allErrors: true }).compile<{
  depositKey: string;
  networks: (Omit<EvmNetwork, 'chainId' | 'url' | 'finalBlocks'> & { url?: string; finalBlocks?: number })[];
}>({
  type: 'object',
  required: ['depositKey', 'networks'],
  additionalProperties: false,
  properties: {
    depositKey: { type: 'string', pattern: '^xpub[1-9A-HJ-NP-Za-km-z]{107}$' },
    networks: {
      type: 'array',
      items: {
        type: 'object',
        required: ['networkId', 'tokens', 'limits'],
        oneOf: [{ required: ['url'] }, { required: ['nodes'] }],
        additionalProperties: false,
        properties: {
          networkId: { enum: Object.keys(chainIds).map(Number) },
          url: { type: 'string', pattern: '^https?://' },
          nodes: {
            type: 'array',
            minItems: 1,
            maxItems: 4,
            uniqueItems: true,
            items: { type: 'string', pattern: '^https?://' },
          },
          startBlock: { type: 'integer', minimum: 0, default: 0 },
          finalBlocks: { type: 'integer', minimum: 1, maximum: 10_000 },
          finalizedTag: { type: 'boolean' },
          gas: { type: 'integer', minimum: 21_000, default: 150_000 },
          tokens: {
            type: 'object',
            minProperties: 1,
            propertyNames: { enum: cryptoCurrencies },
            additionalProperties: {
              type: 'object',
              required: ['address', 'decimals'],
              additionalProperties: false,
              properties: {
                address: { type: 'string', pattern: '^0x[0-9a-fA-F]{40}$' },
                decimals: { type: 'integer', minimum: 0, maximum: 18 },
              },
            },
          },
          limits: {
            type: 'object',
            required: ['perPayout', 'perDay', 'maxFeeGwei'],
            additionalProperties: false,
            properties: { perPayout: decimal, perDay: decimal, maxFeeGwei: decimal },
          },
          sweep: {
            type: 'object',
            required: ['minimum', 'gasPerDay'],
            additionalProperties: false,
            properties: {
              minimum: {
                type: 'object',
                minProperties: 1,
                propertyNames: { enum: cryptoCurrencies },
                additionalProperties: decimal,
              },
              gasPerDay: decimal,
            },
          },
        },
      },
    },
  },
});

/**
 * Checks the settings of the EVM networks.
 *
 * @param content parsed JSON
 * @throws Error that describes the problem
 */
export function parseEvmSettings(content: unknown): EvmSettings {
  if (!validate(content))
    throw new Error(validate.errors?.map(({ instancePath, message }) => `${instancePath} ${message}`).join('; '));
  const ids = content.networks.map(({ networkId }) => networkId);
  const duplicate = ids.find((id, index) => ids.indexOf(id) !== index);
  if (duplicate !== undefined) throw new Error(`${networkNameOf(duplicate)} is listed twice`);
  for (const { networkId, tokens, sweep } of content.networks) {
    const unknown = Object.keys(sweep?.minimum ?? {}).find((currency) => !Object.hasOwn(tokens, currency));
    if (unknown !== undefined)
      throw new Error(`${networkNameOf(networkId)} sweeps ${unknown}, of which it has no token`);
    const zero = Object.entries(sweep?.minimum ?? {}).find(([, minimum]) => !/[1-9]/.test(minimum));
    if (zero) throw new Error(`${networkNameOf(networkId)} sweeps ${zero[0]} without a minimum`);
  }
  return {
    depositKey: content.depositKey,
    networks: content.networks.map(({ url, nodes = url === undefined ? [] : [url], ...network }) => ({
      ...network,
      url: nodes[0] ?? '',
      nodes,
      chainId: chainIds[network.networkId],
      finalBlocks: network.finalBlocks ?? finalityDepth(network.networkId),
      finalizedTag: network.finalizedTag ?? hasFinalizedTag(network.networkId),
    })),
  };
}
