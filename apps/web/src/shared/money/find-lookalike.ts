import type { BlockchainAddress } from '@wusd/api-sdk/core';

const ends = 4;

/**
 * A saved address that this one could be taken for: it begins and ends alike, and is another. Whoever sends dust from such an address hopes
 * that it is copied from the history ("address poisoning").
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
