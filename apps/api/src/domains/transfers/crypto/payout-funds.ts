import { sql } from 'kysely';
import { fromMinor } from '@wusd/api-sdk/money';
import { type NewAlert, closeAlert, raiseAlert } from '../../../platform/alerts/alerts.ts';
import { everything, type QueueRun } from '../../../platform/jobs/run.ts';
import { scaleOf } from '@wusd/server-kit/registry/currencies';
import { configuredCurrencies } from '@wusd/payouts/network-settings';
import type { Services } from '../../services.ts';
import { recordSender } from './payout-nonces.ts';

/** If the fee balance covers fewer payouts than this, operators get an alert to send native coins to the sender. */
const fewestAffordable = 100n;
const windowMs = 24 * 60 * 60_000;
const textOf = (minor: bigint, currency: string): string => fromMinor(minor, scaleOf(currency));

/**
 * Monitors the funds of payouts: the fee balance of the sender and its tokens. Records each sender, so that its tokens
 * count as ours after a change of keys, even if it never paid. Alerts open before withdrawals have to wait, and close
 * automatically.
 */
export async function watchPayoutFunds(services: Services, run: QueueRun = everything): Promise<void> {
  const { gateways } = services;
  const networks = run.networkId === undefined ? gateways.networks : [run.networkId];
  await run.forEach(
    networks,
    (networkId) => `network-${networkId}`,
    (networkId) => watchNetwork(services, networkId),
  );
}

async function watchNetwork(services: Services, networkId: number): Promise<void> {
  const { gateways, settings } = services;
  // A simulated network has neither fees nor a balance.
  const currencies = configuredCurrencies(settings.networks, networkId) ?? [];
  if (currencies.length === 0) return;
  const network = String(networkId);
  const sender = await gateways.payouts.sender(networkId);
  await recordSender(services.db, networkId, sender);
  const affordable = await gateways.payouts.affordablePayouts(networkId);
  await keepAlert(services, affordable !== undefined && affordable < fewestAffordable, {
    kind: 'payout-gas',
    entityId: `network-${network}`,
    details: { network, sender, payouts: String(affordable) },
  });
  for (const currency of currencies) {
    // oxlint-disable-next-line no-await-in-loop -- a provider's limit holds for all calls together
    const balance = await gateways.payouts.liquidity(networkId, currency);
    // oxlint-disable-next-line no-await-in-loop
    const demand = await expectedDemand(services, networkId, currency);
    const details = {
      network,
      currency,
      sender,
      balance: textOf(balance, currency),
      expected: textOf(demand, currency),
    };
    // oxlint-disable-next-line no-await-in-loop
    await keepAlert(services, balance < demand, {
      kind: 'payout-liquidity',
      entityId: `network-${network}:${currency}`,
      details,
    });
  }
}

/**
 * Estimates the payouts of one day in minor units: all waiting payouts, and the payouts signed in the last 24 hours.
 */
async function expectedDemand({ db, clock }: Services, networkId: number, currency: string): Promise<bigint> {
  const since = new Date(clock.now().getTime() - windowMs);
  const { rows } = await sql<{ total: string }>`
    select coalesce(sum(amount), 0) as total from (
      select id, amount from crypto_transaction
      where direction = 'withdrawal' and status in ('to be processed', 'to be confirmed')
        and network_id = ${networkId} and currency = ${currency}
      union
      select withdrawal_id, amount from payout_usage
      where network_id = ${networkId} and currency = ${currency} and signed_at > ${since}
    ) demand
  `.execute(db);
  return BigInt(rows[0]?.total ?? 0);
}

async function keepAlert(services: Services, isOpen: boolean, alert: NewAlert): Promise<void> {
  if (isOpen) await raiseAlert(services, alert);
  else await closeAlert(services, alert, 'system');
}
