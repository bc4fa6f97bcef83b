import { createHash } from 'node:crypto';
import { type Currency, Network, type NetworkIdValue } from '@wusd/api-sdk/domain';

/** What a day can bring. Amounts are decimals; shares are hundredths of what is available then. */
export type ScenarioEvent =
  | { kind: 'bank account saved'; currency: Currency }
  | { kind: 'address saved'; networkId: NetworkIdValue }
  | { kind: 'transfer'; currency: Currency; networkId: number; amount: string }
  /** `unannounced` names its customer all the same; one that is only `declared` is still on its way. */
  | {
      kind: 'wire';
      currency: Currency;
      amount: string;
      variant: 'unannounced' | 'declared' | 'short' | 'risky' | 'expected';
    }
  | { kind: 'held wire rejected' }
  | { kind: 'swap'; pay: Currency; receive: Currency; share: number }
  | { kind: 'payout'; currency: Currency; share: number; isCancelled: boolean }
  | { kind: 'payout returned' }
  | { kind: 'send'; currency: Currency; share: number }
  | { kind: 'auto-redemption on' };

export interface ScheduledEvent {
  /** Seconds since the first day began. */
  at: number;
  event: ScenarioEvent;
}

const dayS = 24 * 60 * 60;
const monthDays = 30;
/** Where clients pay from, as it happens. */
const payersNetworks = [Network.Polygon, Network.Solana, Network.Base, Network.ArbitrumOne];

/**
 * Days of somebody who is paid in dollar coins and in Singapore dollars, keeps WUSD, and pays rent from it: most months alike, some
 * with what goes wrong in a year. The same for the same seed, whoever asks.
 *
 * @param times how much more money moves than with one person
 */
export function generateScenario(seed: number, days: number, times = 1): ScheduledEvent[] {
  const draw = (label: string, below: number): number =>
    createHash('sha256').update(`${seed}/${label}`).digest().readUIntBE(0, 6) % below;
  const between = (label: string, low: number, high: number): string =>
    `${(low + draw(label, high - low)) * times}.${String(draw(`${label}/cents`, 100)).padStart(2, '0')}`;
  /** A share, in hundredths. */
  const part = (label: string, low: number, high: number): number => low + draw(`${label}/share`, high - low);

  const moments: ScheduledEvent[] = [];
  const on = (day: number, happening: ScenarioEvent): void => {
    // In the hours of Singapore's offices, which are 01:00 to 10:00 in UTC.
    const second = 60 * 60 + draw(`${day}/${happening.kind}/hour`, 9 * 60 * 60);
    if (day < days) moments.push({ at: day * dayS + second, event });
  };

  // The first is where auto-redemption pays to.
  on(0, { kind: 'bank account saved', currency: 'USD' });
  on(1, { kind: 'bank account saved', currency: 'SGD' });
  on(1, { kind: 'address saved', networkId: Network.Polygon });
  for (let month = 0; month * monthDays < days; month += 1) {
    const of = (what: string): string => `month ${month}/${what}`;
    const day = (first: number, what: string, within = 3): number =>
      month * monthDays + first + draw(of(`${what}/day`), within);
    const happens = (what: string, inTen: number): boolean => draw(of(what), 10) < inTen;

    const paid = day(2, 'paid');
    on(paid, {
      kind: 'transfer',
      currency: 'USDC',
      networkId: payersNetworks[draw(of('network'), payersNetworks.length)] ?? Network.Polygon,
      amount: `${between(of('paid'), 1800, 4200)}${draw(of('dust'), 9000) + 1000}`,
    });
    on(paid + 1, { kind: 'swap', pay: 'USDC', receive: 'WUSD', share: part(of('kept'), 60, 96) });
    if (happens('wire', 6)) {
      const wired = day(8, 'wire');
      const as = happens('declared', 5) ? 'expected' : 'unannounced';
      on(wired, { kind: 'wire', currency: 'SGD', amount: between(of('wire'), 900, 2500), variant });
      on(wired + 2, { kind: 'swap', pay: 'SGD', receive: 'WUSD', share: part(of('wired'), 50, 90) });
    }
    if (happens('tether', 3)) {
      const tether = day(12, 'tether', 2);
      on(tether, {
        kind: 'transfer',
        currency: 'USDT',
        networkId: Network.Tron,
        amount: between(of('usdt'), 300, 900),
      });
      on(tether + 1, { kind: 'swap', pay: 'USDT', receive: 'WUSD', share: 100 });
    }
    on(day(15, 'second'), {
      kind: 'transfer',
      currency: 'WUSD',
      networkId: Network.Polygon,
      amount: between(of('second'), 600, 1500),
    });
    on(day(19, 'rent', 2), { kind: 'swap', pay: 'WUSD', receive: 'SGD', share: part(of('rent'), 30, 50) });
    on(day(21, 'payout', 2), {
      kind: 'payout',
      currency: 'SGD',
      share: part(of('payout'), 70, 96),
      isCancelled: month === 5,
    });
    if (month === 2 || happens('send', 4))
      on(day(25, 'send'), { kind: 'send', currency: 'WUSD', share: part(of('send'), 5, 20) });

    // What goes wrong in a year, each once.
    if (month === 1)
      on(day(6, 'short'), { kind: 'wire', currency: 'USD', amount: between('short', 900, 1500), variant: 'short' });
    if (month === 3) on(day(25, 'returned'), { kind: 'payout returned' });
    if (month === 6) on(day(13, 'on', 1), { kind: 'auto-redemption on' });
    if (month === 8) {
      on(month * monthDays + 11, {
        kind: 'wire',
        currency: 'SGD',
        amount: between('risky', 400, 700),
        variant: 'risky',
      });
      on(month * monthDays + 13, { kind: 'held wire rejected' });
    }
  }
  // At the end something is on its way.
  on(days - 1, { kind: 'wire', currency: 'SGD', amount: between('last', 900, 2500), variant: 'declared' });
  return moments.toSorted((one, another) => one.at - another.at);
}
