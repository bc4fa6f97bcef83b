import { Network } from '@wusd/api-sdk/domain';
import type { EvmNetworkId, NetworkId } from '@wusd/server-kit/registry/networks';
import { lookUp } from '@wusd/server-kit/registry/lookup';

/**
 * Blocks after which a network does not reorganise. Deposits are monitored for reorganisations to this depth. A scan
 * that finds a reorganisation reads as many blocks again.
 *
 * | Network | Blocks | Source |
 * |---|---|---|
 * | Ethereum | 96 | Casper FFG finalises a checkpoint two epochs (64 slots) back; a block waits up to a third epoch for its checkpoint |
 * | Polygon | 256 | Polygon's advice before milestones (Heimdall v2); a reorganisation of 157 blocks happened in February 2023 |
 * | BNB | 240 | 15 of 21 validators at 16 blocks each (BEP-341), in case fast finality (BEP-126) stalls |
 * | Viction | 900 | One epoch of its 150 masternodes, after which checkpoints do not change (PoSV with double validation) |
 * | Arbitrum One | 4,800 | 20 minutes at 0.25 s: the batch is posted to Ethereum, and its block becomes final there |
 * | Base | 600 | 20 minutes at 2 s, as on Arbitrum One |
 * | Avalanche | 12 | Snowman acceptance is final, and nodes serve accepted blocks only; the margin covers nodes that do not |
 * | Tron | 20 | A block is solid once 19 of 27 super representatives built on it |
 * | Solana | 32 | A root: 31 confirmed slots on top (MAX_LOCKOUT_HISTORY) |
 * | Stellar | 1 | SCP does not fork |
 */
const finalityDepths = {
  [Network.Ethereum]: 96,
  [Network.Polygon]: 256,
  [Network.Bnb]: 240,
  [Network.Viction]: 900,
  [Network.ArbitrumOne]: 4800,
  [Network.Base]: 600,
  [Network.Avalanche]: 12,
  [Network.Tron]: 20,
  [Network.Solana]: 32,
  [Network.Stellar]: 1,
} as const satisfies Record<NetworkId, number>;

/** Blocks, including the transfer's own, after which a network does not reorganise. @throws UnknownKeyError */
export function finalityDepth(networkId: number): number {
  return lookUp('network', finalityDepths, networkId);
}

/**
 * Whether nodes of an EVM network report their latest final block by the tag `finalized`. Otherwise depth alone makes a
 * block final.
 *
 * | Network | Finality of the block |
 * |---|---|
 * | Ethereum | Casper FFG |
 * | Polygon | milestones of Heimdall, which Bor reports |
 * | BNB | fast finality (BEP-126) |
 * | Arbitrum One, Base | its batch, in a final block of Ethereum |
 * | Avalanche | Snowman's acceptance |
 */
export const hasFinalizedTag = (networkId: EvmNetworkId): boolean => networkId !== Network.Viction;
