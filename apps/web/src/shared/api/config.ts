import type { Config } from '@wusd/api-sdk/core';
import { useEffect } from 'react';
import { reportFailure } from '../feedback/failures.ts';
import { configuration, loadConfig } from './client.ts';
import { useStore } from '../state/store.ts';

/**
 * The configuration; undefined while it is loading. After a failure it is fetched again when the browser goes online.
 */
export function useConfig(): Config | undefined {
  const config = useStore(configuration);
  useEffect(() => {
    if (config) return undefined;
    const ask = (): void => void loadConfig().catch(() => {});
    addEventListener('online', ask);
    ask();
    return () => removeEventListener('online', ask);
  }, [config]);
  return config;
}

/** Loads the configuration and reports an error, for pages that can't work without it. */
export function reportMissingConfig(): void {
  void loadConfig().catch(reportFailure);
}
