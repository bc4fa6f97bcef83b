import type { Body, OtcRate } from '@wusd/api-sdk/core';
import { useEffect, useState } from 'react';
import { api } from '../../shared/api/client.ts';

export type RateQuestion = Body<'POST /otc/get-otc-rate'>;

const refreshMs = 10_000;

/** The rate for an amount, refetched every ten seconds while the page is visible. Keeps the last rate meanwhile. */
export function useRate(question: RateQuestion | undefined): { rate: OtcRate | undefined; isUnavailable: boolean } {
  const [state, setState] = useState<{ rate: OtcRate | undefined; isUnavailable: boolean }>({
    rate: undefined,
    isUnavailable: false,
  });
  const asked = JSON.stringify(question);
  useEffect(() => {
    if (asked === undefined) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    const ask = (): void => {
      if (document.visibilityState === 'hidden') return;
      api.otc.getRate(JSON.parse(asked) as RateQuestion, { signal }).then(
        (rate) => setState({ rate, isUnavailable: false }),
        () => !signal.aborted && setState(({ rate }) => ({ rate, isUnavailable: true })),
      );
    };
    ask();
    const timer = setInterval(ask, refreshMs);
    document.addEventListener('visibilitychange', ask, { signal });
    return () => {
      stop.abort();
      clearInterval(timer);
    };
  }, [asked]);
  return state;
}
