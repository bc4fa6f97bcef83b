import { createHash } from 'node:crypto';
import { type Currency, Network, type NetworkIdValue } from '@wusd/api-sdk/domain';

/** Events of a scenario. Amounts are decimals; shares are percentages of the balance that is available at that time. */
export type ScenarioEvent =
  | { kind: 'bank account saved'; currency: Currency }
  | { kind: 'address saved'; networkId: NetworkIdValue }
  | { kind: 'transfer'; currency: Currency; networkId: number; amount: string }
  /** An `unannounced` wire also contains the customer's reference. A wire that is only `declared` has not arrived. */
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
/** Networks that the customer's clients use for payments. */
const payerNetworks = [Network.Polygon, Network.Solana, Network.Base, Network.ArbitrumOne];

/**
 * Generates the events of a customer who receives stablecoins and Singapore dollars, keeps WUSD, and pays rent. Months
 * are similar, and some have an exception such as a returned payout. The same seed gives the same events.
 *
 * @param times factor of all amounts, e.g. for a company
 */
export function generateScenario(seed: number, days: number, times = 1): ScheduledEvent[] {
  const draw = (label: string, below: number): number =>
    createHash('sha256').update(`${seed}/${label}`).digest().readUIntBE(0, 6) % below;
  const amountBetween = (label: string, low: number, high: number): string =>
    `${(low + draw(label, high - low)) * times}.${String(draw(`${label}/cents`, 100)).padStart(2, '0')}`;
  const percentage = (label: string, low: number, high: number): number => low + draw(`${label}/share`, high - low);

  const events: ScheduledEvent[] = [];
  const schedule = (day: number, event: ScenarioEvent): void => {
    // During office hours in Singapore: 01:00 to 10:00 UTC.
    const second = 60 * 60 + draw(`${day}/${event.kind}/hour`, 9 * 60 * 60);
    if (day < days) events.push({ at: day * dayS + second, event });
  };

  // Auto-redemption pays to the first account.
  schedule(0, { kind: 'bank account saved', currency: 'USD' });
  schedule(1, { kind: 'bank account saved', currency: 'SGD' });
  schedule(1, { kind: 'address saved', networkId: Network.Polygon });
  for (let month = 0; month * monthDays < days; month += 1) {
    const labelOf = (what: string): string => `month ${month}/${what}`;
    const day = (first: number, what: string, within = 3): number =>
      month * monthDays + first + draw(labelOf(`${what}/day`), within);
    const happens = (what: string, inTen: number): boolean => draw(labelOf(what), 10) < inTen;

    const paid = day(2, 'paid');
    schedule(paid, {
      kind: 'transfer',
      currency: 'USDC',
      networkId: payerNetworks[draw(labelOf('network'), payerNetworks.length)] ?? Network.Polygon,
      amount: `${amountBetween(labelOf('paid'), 1800, 4200)}${draw(labelOf('dust'), 9000) + 1000}`,
    });
    schedule(paid + 1, { kind: 'swap', pay: 'USDC', receive: 'WUSD', share: percentage(labelOf('kept'), 60, 96) });
    if (happens('wire', 6)) {
      const wired = day(8, 'wire');
      const variant = happens('declared', 5) ? 'expected' : 'unannounced';
      schedule(wired, {
        kind: 'wire',
        currency: 'SGD',
        amount: amountBetween(labelOf('wire'), 900, 2500),
        variant,
      });
      schedule(wired + 2, { kind: 'swap', pay: 'SGD', receive: 'WUSD', share: percentage(labelOf('wired'), 50, 90) });
    }
    if (happens('tether', 3)) {
      const tether = day(12, 'tether', 2);
      schedule(tether, {
        kind: 'transfer',
        currency: 'USDT',
        networkId: Network.Tron,
        amount: amountBetween(labelOf('usdt'), 300, 900),
      });
      schedule(tether + 1, { kind: 'swap', pay: 'USDT', receive: 'WUSD', share: 100 });
    }
    schedule(day(15, 'second'), {
      kind: 'transfer',
      currency: 'WUSD',
      networkId: Network.Polygon,
      amount: amountBetween(labelOf('second'), 600, 1500),
    });
    schedule(day(19, 'rent', 2), {
      kind: 'swap',
      pay: 'WUSD',
      receive: 'SGD',
      share: percentage(labelOf('rent'), 30, 50),
    });
    schedule(day(21, 'payout', 2), {
      kind: 'payout',
      currency: 'SGD',
      share: percentage(labelOf('payout'), 70, 96),
      isCancelled: month === 5,
    });
    if (month === 2 || happens('send', 4))
      schedule(day(25, 'send'), { kind: 'send', currency: 'WUSD', share: percentage(labelOf('send'), 5, 20) });

    // Exceptions, each once a year.
    if (month === 1)
      schedule(day(6, 'short'), {
        kind: 'wire',
        currency: 'USD',
        amount: amountBetween('short', 900, 1500),
        variant: 'short',
      });
    if (month === 3) schedule(day(25, 'returned'), { kind: 'payout returned' });
    if (month === 6) schedule(day(13, 'on', 1), { kind: 'auto-redemption on' });
    if (month === 8) {
      schedule(month * monthDays + 11, {
        kind: 'wire',
        currency: 'SGD',
        amount: amountBetween('risky', 400, 700),
        variant: 'risky',
      });
      schedule(month * monthDays + 13, { kind: 'held wire rejected' });
    }
  }
  // A declared wire is pending at the end.
  schedule(days - 1, { kind: 'wire', currency: 'SGD', amount: amountBetween('last', 900, 2500), variant: 'declared' });
  return events.toSorted((one, another) => one.at - another.at);
}
