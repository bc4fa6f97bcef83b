import type { ChainBlock, ChainTransfer, RecordedTransfer, TransferState } from '../chain-port.ts';

export const unknown: TransferState = { state: 'unknown' };

/** A proven state. */
export type ProvenState = Exclude<TransferState, { state: 'unknown' }>;

/** The block that includes the transfer, or that replaced the transfer's block. */
export const blockOf = (state: ProvenState): ChainBlock => (state.state === 'included' ? state.block : state.by);

/** Whether a transfer equals the recorded one. */
export const isSame = (one: ChainTransfer, other: RecordedTransfer): boolean =>
  one.logIndex === other.logIndex &&
  one.address === other.address &&
  one.currency === other.currency &&
  one.amount === other.amount;

/** Blocks from the given one to the head, both included. */
export const confirmationsOf = (head: ChainBlock, { height }: ChainBlock): number => Number(head.height - height) + 1;

export const included = (head: ChainBlock, block: ChainBlock): TransferState => ({
  state: 'included',
  block,
  confirmations: confirmationsOf(head, block),
});
