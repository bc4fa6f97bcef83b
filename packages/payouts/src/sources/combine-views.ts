import type { ChainBlock, ChainView, TransferState } from '../chain-port.ts';
import { blockOf, type ProvenState, unknown } from './transfer-states.ts';

/**
 * Combines the views of several sources of the same transfers. All sources must respond and agree on the hash of every
 * block that a credit or a reversal depends on. Confirmations and head are the lowest reported.
 *
 * @param views views of the sources that responded, at least one
 * @param sources number of queried sources
 */
export function combineViews(views: readonly ChainView[], sources: number): ChainView {
  const [first] = views;
  if (!first) throw new RangeError('No source answered');
  const head = views.map((view) => view.head).reduce((low, each) => (each.height < low.height ? each : low));
  const combined = first.states.map((_, index) => combine(views.map(({ states }) => states[index] ?? unknown)));
  const states = combined.map((state) => state ?? unknown);
  if (combined.includes(undefined)) return { head, states, withheldReason: 'sources-disagree' };
  return views.length < sources ? { head, states, withheldReason: 'source-unavailable' } : { head, states };
}

/** @returns undefined if two sources contradict each other */
function combine(states: readonly TransferState[]): TransferState | undefined {
  const known = states.filter((each): each is ProvenState => each.state !== 'unknown');
  const [first] = known;
  if (!first) return unknown;
  const isAgreed = known.every((each) => each.state === first.state && isSameBlock(blockOf(each), blockOf(first)));
  if (!isAgreed) return undefined;
  if (known.length < states.length) return unknown;
  return { ...first, confirmations: Math.min(...known.map(({ confirmations }) => confirmations)) };
}

const isSameBlock = (one: ChainBlock, other: ChainBlock): boolean =>
  one.height === other.height && one.hash === other.hash;
