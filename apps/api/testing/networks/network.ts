import type { PayoutKeys } from '@wusd/payouts/payout-keys';
import { keyFile } from '@wusd/payouts/testing/keys/key-files';
import { networkFamilies, type NetworkFamily, type NetworkId } from '@wusd/server-kit/registry/networks';
import { present } from '@wusd/server-kit/testing/present';

/** What can be wrong with one of a network's two nodes: it does not answer, lags behind, tells of other blocks, hides transactions, or says that they failed. */
export const nodeFaults = ['down', 'behind', 'other blocks', 'hides', 'other results'] as const;
export type NodeFault = (typeof nodeFaults)[number];

/** What the double of an EVM node, also that of Tron, is told for a fault. @param height that it lags at, or forges blocks from */
export const settingOf = <Height>(fault: NodeFault, height: Height, hashes: readonly string[]) =>
  ({
    down: { isDown: true },
    behind: { head: height },
    'other blocks': { forgedFrom: height },
    hides: { hidden: hashes },
    'other results': { failed: hashes },
  })[fault];

/** A network with a token of six or seven decimals, two nodes that can misbehave, and keys of two payout addresses. */
export interface TestNetwork {
  networkId: NetworkId;
  family: NetworkFamily;
  /** What the settings file of the networks says of it, in place of the example's values. */
  settings: Record<string, unknown>;
  /** Blocks after which it does not reorganise. */
  finalBlocks: number;
  /** Tokens and fees for an address that payouts leave from. */
  fund(sender: string): Promise<void>;
  /** A transfer of the token in a block of its own. @returns its transaction, as the network writes it */
  receive(to: { address: string; memo?: string }, amount: string): Promise<string>;
  blocks(count: number): Promise<void>;
  /** An address that can be paid, another one each time. */
  stranger(): Promise<string>;
  /** What such an address was paid, in minor units at the ledger's scale. */
  paidTo(address: string): Promise<bigint>;
  /** @param hashes of transactions that the node hides, or tells other results of */
  fail(node: 0 | 1, fault: NodeFault, hashes: readonly string[]): Promise<void>;
  heal(): void;
  /** Blocks ask for more. Left out where the price follows from no market. */
  raisePrice?: () => Promise<void>;
  /** Marks the present block. @returns replaces all blocks since by longer ones without their transactions. Left out where blocks are final at once */
  fork?: () => Promise<() => Promise<void>>;
}

/** Secrets of the payout keys: each family has one, and one that takes over. */
export const payoutSecrets: Record<NetworkFamily, readonly [string, string]> = {
  evm: ['42'.repeat(32), '43'.repeat(32)],
  tron: ['44'.repeat(32), '45'.repeat(32)],
  solana: ['46'.repeat(32), '47'.repeat(32)],
  stellar: ['48'.repeat(32), '49'.repeat(32)],
};

/** The first payout key of each family (stage 0), or the one that takes over from it (stage 1). */
export const payoutKeysAt = (stage: 0 | 1): PayoutKeys =>
  Object.fromEntries(
    networkFamilies.map((family) => {
      const names = payoutSecrets[family].map(keyFile);
      return [family, { current: present(names[stage]), retired: names.slice(0, stage) }];
    }),
  );

/** Blocks that a node is behind, or that it tells otherwise. */
export const wrongBlocks = 5;

/** Height of the block that a node which is behind calls the latest. */
export const behind = (height: bigint): bigint => (height > BigInt(wrongBlocks) ? height - BigInt(wrongBlocks) : 0n);
