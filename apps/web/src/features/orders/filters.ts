import { currencies, type Currency } from '@wusd/api-sdk/domain';
import { isOrderStatus, type OrderStatus } from '../../shared/money/order-status.ts';

/** Which orders are listed, and which one is open: all of it stands in the address, so that it can be kept and sent. */
export interface Filters {
  status: OrderStatus | undefined;
  currency: Currency | undefined;
  text: string;
  /** Id of the order that is looked at. */
  order: string | undefined;
}

/** What of an address means something; the rest is as if it were not there. */
export function readFilters(search: string): Filters {
  const params = new URLSearchParams(search);
  const status = params.get('status') ?? '';
  const currency = params.get('currency') ?? '';
  const order = params.get('order') ?? '';
  return {
    status: isOrderStatus(status) ? status : undefined,
    currency: currencies.find((each) => each === currency),
    text: (params.get('text') ?? '').slice(0, 128),
    order: /^otc_[0-9a-z]{26}$/.test(order) ? order : undefined,
  };
}

export function pathOf({ status, currency, text, order }: Filters): string {
  const given = Object.entries({ status, currency, text: text.trim(), order }).filter(([, value]) => value);
  const query = new URLSearchParams(given as [string, string][]).toString();
  return `/mint-redeem-order${query === '' ? '' : `?${query}`}`;
}
