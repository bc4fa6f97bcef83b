import { compare, isAmount } from '@wusd/api-sdk/money';
import { HttpStatusError } from '../platform/errors/loggable-error.ts';
import { outboundSignal } from './guard/outbound.ts';
import type { Clock } from '../platform/clock.ts';
import type { RatePort } from './ports.ts';
import * as v from 'valibot';

const timeoutMs = 5000;
/** How long an answer is used before the next question asks again. */
const freshMs = 5000;
/** A market that was last heard of so long ago is none: nobody trades at a rate of then. */
const oldestMs = 60_000;

export interface RatesOptions {
  /** Answers `{asOf, prices}`: an RFC 3339 instant, and US dollars for one unit of each currency as plain decimal strings. */
  url: string;
  token: string;
  clock: Clock;
}

const answerSchema = v.object({ asOf: v.string(), prices: v.record(v.string(), v.unknown()) });

const isYoung = ({ asOf }: Market, now: number): boolean => Math.abs(now - asOf) < oldestMs;

interface Market {
  heardAt: number;
  asOf: number;
  prices: Readonly<Record<string, unknown>>;
}

/** A source of rates over HTTP. What it says is believed only where it is a price, and of this minute. */
export function createRates({ url, token, clock }: RatesOptions): RatePort {
  let market: Market | undefined;
  let asking: Promise<void> | undefined;

  async function ask(): Promise<void> {
    const heardAt = clock.now().getTime();
    const answer = await fetch(url, {
      redirect: 'error',
      signal: outboundSignal(timeoutMs),
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
    });
    if (!answer.ok) throw new HttpStatusError('The source of rates', answer.status);
    const body = v.safeParse(answerSchema, await answer.json());
    if (body.success) market = { heardAt, asOf: Date.parse(body.output.asOf), prices: body.output.prices };
  }

  return {
    async priceInUsd(currency) {
      const now = clock.now().getTime();
      // Everybody who asks at once waits for the one answer; where there is none, the last one is used while it is young.
      if (!market || now - market.heardAt >= freshMs) {
        asking ??= ask().finally(() => (asking = undefined));
        await asking.catch((error: unknown) => {
          if (!market || !isYoung(market, now)) throw error;
        });
      }
      if (!market || !isYoung(market, now)) return undefined;
      const price = market.prices[currency];
      return typeof price === 'string' && isAmount(price, 18) && compare(price, '0') > 0 ? price : undefined;
    },
  };
}
