import { useMatches } from '@tanstack/react-router';
import type { SearchOf } from './search.ts';

type PageSearch = Partial<
  SearchOf<'/wallet-history'> &
    SearchOf<'/mint-redeem-order'> &
    SearchOf<'/mint-redeem/success'> &
    SearchOf<'/crypto-deposit'>
>;

/**
 * The page's validated search parameters, for components outside its route, where `useSearch` does not validate them.
 */
export function usePageSearch(): PageSearch {
  return useMatches({ select: (matches) => matches.at(-1)?.search }) as PageSearch;
}
