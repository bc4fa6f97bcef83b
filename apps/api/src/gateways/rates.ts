import { compare, isAmount } from '@wusd/api-sdk/money';
import { HttpStatusError } from '@wusd/server-kit/errors/loggable-error';
import { outboundSignal } from '@wusd/server-kit/outbound';
import type { Clock } from '@wusd/server-kit/clock';
import type { RatePort } from './ports.ts';
import * as v from 'valibot';

const timeoutMs = 5000;
/** Time for which a response is cached. */
const cacheMs = 5000;
/** Older prices are not used for trading. */
const maxAgeMs = 60_000;

export interface RatesOptions {
  /**
   * Returns `{asOf, prices}`: an RFC 3339 timestamp, and the price of each currency in US dollars as a plain decimal
   * string.
   */
  url: string;
  token: string;
  clock: Clock;
}

const answerSchema = v.object({ asOf: v.string(), prices: v.record(v.string(), v.unknown()) });

const isCurrent = ({ asOf }: Market, now: number): boolean => Math.abs(now - asOf) < maxAgeMs;

interface Market {
  heardAt: number;
  asOf: number;
  prices: Readonly<Record<string, unknown>>;
}

/** Market rates over HTTP. A price is used only if it is a valid decimal and less than a minute old. */
export function createRates({ url, token, clock }: RatesOptions): RatePort {
  let market: Market | undefined;
  let refreshing: Promise<void> | undefined;

  async function refresh(): Promise<void> {
    const heardAt = clock.now().getTime();
    const answer = await fetch(url, {
      redirect: 'error',
      signal: outboundSignal(timeoutMs),
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
    });
    if (!answer.ok) throw new HttpStatusError('The rate provider', answer.status);
    const body = v.safeParse(answerSchema, await answer.json());
    if (body.success) market = { heardAt, asOf: Date.parse(body.output.asOf), prices: body.output.prices };
  }

  return {
    async priceInUsd(currency) {
      const now = clock.now().getTime();
      // Concurrent calls share one request. If it fails, the cached prices are used while they are current.
      if (!market || now - market.heardAt >= cacheMs) {
        refreshing ??= refresh().finally(() => (refreshing = undefined));
        await refreshing.catch((error: unknown) => {
          if (!market || !isCurrent(market, now)) throw error;
        });
      }
      if (!market || !isCurrent(market, now)) return undefined;
      const price = market.prices[currency];
      return typeof price === 'string' && isAmount(price, 18) && compare(price, '0') > 0 ? price : undefined;
    },
  };
}
