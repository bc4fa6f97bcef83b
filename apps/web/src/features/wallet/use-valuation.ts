import { useQuery } from '@tanstack/react-query';
import { currencies } from '@wusd/api-sdk/domain';
import { useState } from 'react';
import { shownCurrency } from '../../shared/i18n/preferences.ts';
import { useStore } from '../../shared/state/store.ts';
import { type Range, valuationQuery } from './queries.ts';

/**
 * The value of all balances in the chosen currency, over a chosen period. A page shares one, so that its parts agree.
 */
export function useValuation() {
  const chosen = useStore(shownCurrency);
  const currency = currencies.find((each) => each === chosen) ?? 'USD';
  const [days, setDays] = useState<Range>(30);
  const query = useQuery(valuationQuery(currency, days));
  return { currency, days, setDays, query };
}

export type ValuationState = ReturnType<typeof useValuation>;
