import type { SearchOf } from '../../shared/routing/search.ts';

/** The filters and the open order. They are search parameters of the page, so that a link preserves them. */
export type Filters = SearchOf<'/mint-redeem-order'>;

export const isFiltered = ({ order: _order, ...filters }: Filters): boolean => Object.values(filters).some(Boolean);
