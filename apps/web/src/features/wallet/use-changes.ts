import type { WalletAccount } from '@wusd/api-sdk/core';
import { useEffect, useRef, useState } from 'react';

/** The wallet accounts whose available amount changed most recently; empty until the first change. */
export function useChanges(accounts: readonly WalletAccount[] | undefined): readonly WalletAccount[] {
  const before = useRef<Map<string, string>>(undefined);
  const [changes, setChanges] = useState<readonly WalletAccount[]>([]);
  useEffect(() => {
    if (!accounts) return;
    const known = before.current;
    before.current = new Map(accounts.map(({ id, available }) => [id, available]));
    if (!known) return;
    const changed = accounts.filter(({ id, available }) => known.get(id) !== available);
    if (changed.length > 0) setChanges(changed);
  }, [accounts]);
  return changes;
}
