import type { Clock } from '@wusd/server-kit/clock';
import type { Logger } from '@wusd/server-kit/logging';
import { createDepositAddresses } from '@wusd/payouts/sources/deposit-keys';
import { type Hex, hexOf } from '@wusd/payouts/evm/hex';
import type { EvmSettings } from '@wusd/payouts/evm/settings';
import { addressOfKey } from '@wusd/payouts/evm/signer';
import { createTreasuryNode, type SweepLimits, sweepLimits, type TreasuryNode } from '@wusd/payouts/evm/treasury';
import type { PayoutPort } from '@wusd/payouts/payout-port';
import type { TreasuryKeys } from '@wusd/payouts/treasury-keys';
import { type Db, unlessInProgress } from '../database/database.ts';
import type { ProductReader } from '../ordered-payouts.ts';
import { cacheDepositAddresses, type DepositAddresses } from './deposit-addresses.ts';
import { followTransfers } from './follow.ts';
import { forgetOtherNetworks, recordGas, recordRound } from './report.ts';
import { createSweep } from './sweep.ts';

export interface TreasuryServices {
  db: Db;
  product: Pick<ProductReader, 'keyIndexesAfter'>;
  clock: Clock;
  log: Logger;
  keys: TreasuryKeys;
  payouts: Pick<PayoutPort, 'sender' | 'currentPrice' | 'increasedPrice' | 'broadcast' | 'statusOf'>;
  /** Opens a reader of a network. @default its nodes */
  nodeOf?: (network: EvmSettings['networks'][number]) => TreasuryNode;
}

/** A network whose deposit addresses are swept. */
export interface TreasuryNetwork {
  networkId: number;
  chainId: number;
  tokens: Readonly<Record<string, { address: Hex }>>;
  limits: SweepLimits;
  gasAccount: Hex;
  depositAddresses: DepositAddresses;
  /** Number of blocks above a final block. */
  finalBlocks: number;
  payoutAddress(): Promise<Hex>;
  node: TreasuryNode;
}

/**
 * Creates the treasury: it sweeps tokens from customers' deposit addresses to the payout address, and sends the
 * required gas to deposit addresses.
 *
 * @returns a function to call repeatedly. It does nothing while another process runs it
 */
export function createTreasury(services: TreasuryServices, { depositKey, networks }: EvmSettings): () => Promise<void> {
  const { db, keys, payouts, log, nodeOf = createTreasuryNode } = services;
  const depositAddresses = cacheDepositAddresses(createDepositAddresses(depositKey));
  const rounds = networks.flatMap((settings) => {
    const limits = sweepLimits(settings);
    if (!limits) return [];
    const { networkId, chainId, tokens, finalBlocks } = settings;
    const network: TreasuryNetwork = {
      networkId,
      chainId,
      tokens,
      limits,
      finalBlocks,
      depositAddresses,
      gasAccount: addressOfKey(keys.gas),
      payoutAddress: async () => hexOf(await payouts.sender(networkId)),
      node: nodeOf(settings),
    };
    const sweep = createSweep(services, network);
    const succeeds = async (step: () => Promise<void>): Promise<boolean> => {
      try {
        await step();
        return true;
      } catch (error) {
        log.error({ err: error, networkId }, 'a round of the treasury failed');
        return false;
      }
    };
    const round = async (): Promise<void> => {
      const isDone = await succeeds(async () => {
        await followTransfers(services, network);
        await sweep();
      });
      const isGasKnown = await succeeds(() => recordGas(services, network));
      await succeeds(() => recordRound(services, network, isDone && isGasKnown));
    };
    return [{ networkId, round }];
  });
  const networkIds = rounds.map(({ networkId }) => networkId);
  return () =>
    unlessInProgress(db, async () => {
      await forgetOtherNetworks(db, networkIds);
      await Promise.all(rounds.map(({ round }) => round()));
    });
}
