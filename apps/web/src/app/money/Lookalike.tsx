import type { BlockchainAddress } from '@wusd/api-sdk/core';
import { Notice } from '@wusd/ui-kit/Notice';
import { useWords } from '../words.ts';
import { findLookalike } from './find-lookalike.ts';

/** Says of an address that it could be taken for another that is saved, and shows that one in full. */
export function Lookalike({ address, saved }: { address: string; saved: readonly BlockchainAddress[] }) {
  const words = useWords();
  const other = findLookalike(address, saved);
  if (!other) return null;
  return (
    <Notice tone="warning" role="alert">
      {words('address.lookalike', { label: other.label, address: other.address })}
    </Notice>
  );
}
