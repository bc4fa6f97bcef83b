import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { OtcRate } from '@wusd/api-sdk/core';
import { useState } from 'react';
import { usePaused } from '../../shared/state/use-paused.ts';
import { swapApi } from './api.ts';
import type { RateQuestion } from './rate-question.ts';

const refreshMs = 10_000;

export interface Quoted {
  rate: OtcRate | undefined;
  /** The previous rate for the same question, if the customer requested another. */
  earlier: OtcRate | undefined;
  /** The rate shown belongs to an earlier question. */
  isOld: boolean;
  isUnavailable: boolean;
  isAsking: boolean;
  /** Requests another rate for the same question. */
  again: () => void;
}

/** The rate for the typed amount, debounced. A customer gets a quote; a visitor's rate follows the market. */
export function useQuote(question: RateQuestion | undefined, isSignedIn: boolean): Quoted {
  const asked = usePaused(JSON.stringify(question), 250);
  const [replaced, setReplaced] = useState<{ asked: string | undefined; rate: OtcRate | undefined }>();
  const query = useQuery({
    queryKey: ['rate', asked, isSignedIn],
    queryFn: ({ signal }) => swapApi.otc.getRate(JSON.parse(asked ?? '') as RateQuestion, { signal }),
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: Infinity,
    refetchInterval: isSignedIn ? false : refreshMs,
    meta: { isHandled: true },
  });
  const isReplaced = !query.isFetching && !query.isError && replaced?.asked === asked && replaced?.rate !== query.data;
  return {
    earlier: isReplaced ? replaced?.rate : undefined,
    rate: asked === undefined ? undefined : query.data,
    isOld: query.isPlaceholderData || asked !== JSON.stringify(question),
    isUnavailable: query.isError,
    isAsking: query.isFetching,
    again() {
      if (!query.isError) setReplaced({ asked, rate: query.data });
      void query.refetch();
    },
  };
}
