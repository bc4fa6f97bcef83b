import { decimalsOf, networkNames } from '@wusd/api-sdk/domain';
import { fromMinor } from '@wusd/api-sdk/money';
import { formatMoney } from '@wusd/i18n';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { scaleOf } from '@wusd/server-kit/registry/currencies';
import type { NetworkId } from '@wusd/server-kit/registry/networks';
import { configuredCurrencies } from '@wusd/payouts/network-settings';
import { supplyOwner } from '../../ledger/ledger.ts';
import type { Services } from '../services.ts';
import { inspectSent } from './supply/follow.ts';
import { issuedCurrency } from './supply/issuer.ts';
import { compareNetworks, type Reconciliation } from './compare-networks.ts';

const money = (minor: bigint): string =>
  formatMoney('en_US', fromMinor(minor, scaleOf(issuedCurrency)), issuedCurrency, decimalsOf(issuedCurrency));

/**
 * Checks the supply equation of docs/wusd-supply.md: the supply on each network equals the balance of the network's
 * supply account, and the amount issued by the desk equals the amount on networks and in wallets.
 */
export async function reconcileSupply(services: Services): Promise<Reconciliation> {
  const compared = await compareNetworks(services, (networkId) => compareSupply(services, networkId));
  return { ...compared, differences: [...(await compareIssued(services.db)), ...compared.differences] };
}

/** Returns the supply of a network according to the ledger, in minor units. */
export async function supplyBalance(db: Db, networkId: number): Promise<bigint> {
  const account = await db
    .selectFrom('account')
    .select('posted')
    .where('owner', '=', supplyOwner(networkId))
    .where('asset', '=', issuedCurrency)
    .where('kind', '=', 'supply')
    .executeTakeFirst();
  return BigInt(account?.posted ?? 0);
}

async function compareSupply(
  { db, gateways, settings }: Services,
  networkId: NetworkId,
): Promise<string[] | { reason: string }> {
  if (configuredCurrencies(settings.networks, networkId)?.includes(issuedCurrency) !== true) return [];
  const supply = await gateways.chain.supply(networkId, issuedCurrency);
  if (supply === undefined) return { reason: `its supply of ${issuedCurrency} can't be read` };
  // Mints and burns that are not final have already changed the supply, but are not posted yet.
  const inFlight = (await inspectSent({ db, gateways, settings }, networkId))
    .filter(({ state }) => state.state === 'included')
    .map(({ order }) => (order.kind === 'mint' ? BigInt(order.amount) : -BigInt(order.amount)));
  const expected = inFlight.reduce((sum, each) => sum + each, await supplyBalance(db, networkId));
  if (supply === expected) return [];
  const side =
    supply > expected
      ? `${money(supply - expected)} were minted there without an order`
      : `${money(expected - supply)} were burned there without an order`;
  return [`${networkNames[networkId]}: its supply is ${money(supply)}, the ledger says ${money(expected)}: ${side}`];
}

/**
 * Compares the balance of the desk, which is the issued amount, with the other accounts of the equation. An account of
 * any other kind causes a difference. Legs that are not yet added to a balance are included.
 */
async function compareIssued(db: Db): Promise<string[]> {
  const { rows } = await sql<{ issued: string; outstanding: string }>`
    with total as (
      select a.kind, sum(
        case a.normal_side when 'debit' then a.posted else -a.posted end
        + coalesce((select sum(p.amount) from posting_pending p where p.account_id = a.id), 0)
      ) as debit
      from account a where a.asset = ${issuedCurrency} group by a.kind
    )
    select coalesce(sum(debit) filter (where kind = 'otc'), 0) as issued,
      coalesce(-sum(debit) filter (where kind in ('supply', 'cust', 'fee', 'suspense', 'shortfall', 'custody')), 0) as outstanding
    from total
  `.execute(db);
  const [{ issued, outstanding } = { issued: '0', outstanding: '0' }] = rows;
  return issued === outstanding
    ? []
    : [
        `${issuedCurrency}: the desk has issued ${money(BigInt(issued))}, networks and wallets have ${money(BigInt(outstanding))}`,
      ];
}
