import { createHash } from 'node:crypto';
import type { Currency } from '@wusd/api-sdk/domain';
import { adjustByBasisPoints } from '@wusd/api-sdk/money';
import type { Clock } from '../platform/clock.ts';
import type { RatePort } from '../gateways/ports.ts';

/** US dollars for one unit, around which the simulated market moves. */
const middlePrices: Record<Exclude<Currency, 'WUSD' | 'USD'>, string> = {
  USDT: '0.9997',
  USDC: '1',
  SGD: '0.7431',
  THB: '0.02893',
  HKD: '0.12821',
  GBP: '1.2714',
  EUR: '1.0862',
  AUD: '0.6587',
  JPY: '0.006682',
};

const isTraded = (currency: string): currency is keyof typeof middlePrices => Object.hasOwn(middlePrices, currency);

/** A market that moves, and is the same whoever looks at it at the same time. */
export function createSimulatedRates(clock: Clock): RatePort {
  return {
    async priceInUsd(currency) {
      return isTraded(currency) ? adjustByBasisPoints(middlePrices[currency], drift(currency, clock.now())) : undefined;
    },
  };
}

/** Up to twelve basis points either way, a new one each ten seconds, the same for everyone who asks at the same time. */
function drift(currency: string, now: Date): number {
  const tick = Math.floor(now.getTime() / 10_000);
  return (createHash('sha256').update(`${currency}:${tick}`).digest().readUInt16BE(0) % 25) - 12;
}
