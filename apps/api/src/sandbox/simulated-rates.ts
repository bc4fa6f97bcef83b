import { createHash } from 'node:crypto';
import type { Currency } from '@wusd/api-sdk/domain';
import { adjustByBasisPoints } from '@wusd/api-sdk/money';
import type { Clock } from '@wusd/server-kit/clock';
import type { RatePort } from '../gateways/ports.ts';

/** Prices in US dollars, around which the simulated market moves. */
const basePrices: Record<Exclude<Currency, 'WUSD' | 'USD'>, string> = {
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

const isTraded = (currency: string): currency is keyof typeof basePrices => Object.hasOwn(basePrices, currency);

/** A simulated market. All nodes see the same prices at the same time. */
export function createSimulatedRates(clock: Clock): RatePort {
  return {
    async priceInUsd(currency) {
      return isTraded(currency) ? adjustByBasisPoints(basePrices[currency], drift(currency, clock.now())) : undefined;
    },
  };
}

/** Returns up to twelve basis points in either direction. The value changes every ten seconds. */
function drift(currency: string, now: Date): number {
  const tick = Math.floor(now.getTime() / 10_000);
  return (createHash('sha256').update(`${currency}:${tick}`).digest().readUInt16BE(0) % 25) - 12;
}
