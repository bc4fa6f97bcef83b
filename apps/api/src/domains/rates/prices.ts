import { AppError } from '../../platform/errors/app-error.ts';
import type { Services } from '../services.ts';

/**
 * Price of one unit in US dollars. WUSD is pegged at 1.
 * @throws AppError SERVICE_UNAVAILABLE if the market has no price
 */
export async function usdPriceOf({ gateways }: Pick<Services, 'gateways'>, currency: string): Promise<string> {
  if (currency === 'WUSD' || currency === 'USD') return '1';
  const price = await gateways.rates?.priceInUsd(currency);
  if (price === undefined) throw new AppError('SERVICE_UNAVAILABLE');
  return price;
}
