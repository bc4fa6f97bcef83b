import type { SearchOf } from '../../shared/routing/search.ts';

/** Which orders are listed and which one is open: the search parameters of the page, so that a link keeps them. */
export type Filters = SearchOf<'/mint-redeem-order'>;

export const isFiltered = ({ order: _order, ...filters }: Filters): boolean => Object.values(filters).some(Boolean);
