import type { BlockchainAddress } from '@wusd/api-sdk/core';

const ends = 4;

/**
 * Finds a saved address that begins and ends like this one, but differs. Attackers send dust from such addresses, so
 * that customers copy them from the history ("address poisoning").
 */
export function findLookalike(typed: string, saved: readonly BlockchainAddress[]): BlockchainAddress | undefined {
  const plain = (text: string): string => text.toLowerCase().replace(/^0x/, '');
  const mine = plain(typed);
  if (mine.length < 3 * ends) return undefined;
  return saved.find(({ address }) => {
    const theirs = plain(address);
    return (
      theirs !== mine && theirs.slice(0, ends) === mine.slice(0, ends) && theirs.slice(-ends) === mine.slice(-ends)
    );
  });
}
