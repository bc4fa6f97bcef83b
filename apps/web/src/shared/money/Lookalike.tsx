import type { BlockchainAddress } from '@wusd/api-sdk/core';
import { Notice } from '@wusd/ui-kit/Notice';
import { useTranslate } from '../i18n/use-translate.ts';
import { findLookalike } from './find-lookalike.ts';

/** Warns that an address resembles a saved one, and shows the saved address in full. */
export function Lookalike({ address, saved }: { address: string; saved: readonly BlockchainAddress[] }) {
  const t = useTranslate();
  const other = findLookalike(address, saved);
  if (!other) return null;
  return (
    <Notice tone="warning" role="alert">
      {t('address.lookalike', { label: other.label, address: other.address })}
    </Notice>
  );
}
