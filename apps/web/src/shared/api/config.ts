import type { Config } from '@wusd/api-sdk/core';
import { useEffect } from 'react';
import { reportFailure } from '../feedback/failures.ts';
import { configuration, loadConfig } from './client.ts';
import { useStore } from '../state/store.ts';

/** The configuration once it is there. Where it can't be had, it is asked for again when the page is online. */
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

/** For who can't do without it: says that it is missing. */
export function reportMissingConfig(): void {
  void loadConfig().catch(reportFailure);
}
