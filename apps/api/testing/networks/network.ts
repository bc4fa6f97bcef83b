import type { PayoutKeys } from '@wusd/payouts/payout-keys';
import { keyFile } from '@wusd/payouts/testing/keys/key-files';
import { networkFamilies, type NetworkFamily, type NetworkId } from '@wusd/server-kit/registry/networks';
import { present } from '@wusd/server-kit/testing/present';

/**
 * Faults of one of a network's two nodes: it does not answer, lags behind, reports other blocks, hides transactions,
 * or reports them as failed.
 */
export const nodeFaults = ['down', 'behind', 'other blocks', 'hides', 'other results'] as const;
export type NodeFault = (typeof nodeFaults)[number];

/**
 * Returns the settings of a fault for the double of an EVM or Tron node. @param height height at which the node lags,
 * or from which it forges blocks
 */
export const settingOf = <Height>(fault: NodeFault, height: Height, hashes: readonly string[]) =>
  ({
    down: { isDown: true },
    behind: { head: height },
    'other blocks': { forgedFrom: height },
    hides: { hidden: hashes },
    'other results': { failed: hashes },
  })[fault];

/**
 * A network with a token of six or seven decimals, two nodes with injectable faults, and keys of two payout addresses.
 */
export interface TestNetwork {
  networkId: NetworkId;
  family: NetworkFamily;
  /** Settings of the network that replace the values of the example file. */
  settings: Record<string, unknown>;
  /** Number of blocks after which the network does not reorganise. */
  finalBlocks: number;
  /** Gives a payout address tokens and coins for fees. */
  fund(sender: string): Promise<void>;
  /** Transfers the token in a separate block. @returns the transaction, in the network's format */
  receive(to: { address: string; memo?: string }, amount: string): Promise<string>;
  blocks(count: number): Promise<void>;
  /** Returns a new address that can receive payouts. */
  stranger(): Promise<string>;
  /** Returns the amount that such an address received, in minor units at the ledger's scale. */
  paidTo(address: string): Promise<bigint>;
  /** @param hashes transactions that the node hides or reports as failed */
  fail(node: 0 | 1, fault: NodeFault, hashes: readonly string[]): Promise<void>;
  heal(): void;
  /** Raises the price of blocks. Undefined if the price does not depend on a market. */
  raisePrice?: () => Promise<void>;
  /**
   * Marks the current block. @returns a function that replaces all later blocks by more blocks without their
   * transactions. Undefined if blocks are final immediately
   */
  fork?: () => Promise<() => Promise<void>>;
}

/** Secrets of the payout keys: for each family a key and its successor. */
export const payoutSecrets: Record<NetworkFamily, readonly [string, string]> = {
  evm: ['42'.repeat(32), '43'.repeat(32)],
  tron: ['44'.repeat(32), '45'.repeat(32)],
  solana: ['46'.repeat(32), '47'.repeat(32)],
  stellar: ['48'.repeat(32), '49'.repeat(32)],
};

/** Returns the first payout key of each family (stage 0) or its successor (stage 1). */
export const payoutKeysAt = (stage: 0 | 1): PayoutKeys =>
  Object.fromEntries(
    networkFamilies.map((family) => {
      const names = payoutSecrets[family].map(keyFile);
      return [family, { current: present(names[stage]), retired: names.slice(0, stage) }];
    }),
  );

/** Number of blocks that a faulty node lags behind or forges. */
export const wrongBlocks = 5;

/** Returns the height that a lagging node reports as the latest. */
export const behind = (height: bigint): bigint => (height > BigInt(wrongBlocks) ? height - BigInt(wrongBlocks) : 0n);
