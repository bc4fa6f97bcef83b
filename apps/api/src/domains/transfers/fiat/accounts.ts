import type { DepositAccount, SenderAccount } from '@wusd/api-sdk';
import type { Currency, PartnerId, Rail } from '@wusd/api-sdk/domain';
import type { Selectable } from 'kysely';
import type { Db, Trx } from '../../../platform/database/database.ts';
import type { Database } from '../../../platform/database/types.ts';
import { offering, type OfferingServices } from '../../config/offering.ts';

/** Returns the account for customers' wires at a bank; undefined if we have no account there. */
export function depositAccountAt(
  services: OfferingServices,
  partnerId: string,
  reference: string,
): DepositAccount | undefined {
  const partner = services.gateways.partners.find(({ id }) => id === partnerId);
  if (!partner) return undefined;
  const ways = offering(services).currencyRails.filter(({ partnerIds }) => partnerIds.includes(partner.id));
  return {
    partnerId: partner.id,
    ...partner.account,
    reference,
    currencies: [...new Set(ways.map(({ currency }) => currency))],
    rails: [...new Set(ways.map(({ rail }) => rail))],
  };
}

/** Returns all accounts that send payouts: one per currency at each bank. */
export function senderAccounts(services: OfferingServices): SenderAccount[] {
  const ways = offering(services).currencyRails;
  return services.gateways.partners.flatMap(({ id: partnerId }) => {
    const here = ways.filter(({ partnerIds }) => partnerIds.includes(partnerId));
    return [...new Set(here.map(({ currency }) => currency))].map((currency): SenderAccount => ({
      id: senderAccountId(partnerId, currency),
      partnerId,
      currency,
      rails: here.filter((way) => way.currency === currency).map(({ rail }) => rail),
    }));
  });
}

/** Finds a bank account that the customer has saved and not deleted. */
export function findSavedAccount(
  reader: Db | Trx,
  customerId: string,
  id: string,
): Promise<Selectable<Database['bank_account']> | undefined> {
  return reader
    .selectFrom('bank_account')
    .selectAll()
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .where('status', '<>', 'gone')
    .executeTakeFirst();
}

/** Returns the accounts that send payouts by a rail, the preferred bank first. */
export function sendersBy(
  services: OfferingServices,
  currency: Currency,
  rail: Rail,
): { id: string; partnerId: PartnerId }[] {
  const way = offering(services).currencyRails.find((each) => each.currency === currency && each.rail === rail);
  return (way?.partnerIds ?? []).map((partnerId) => ({ id: senderAccountId(partnerId, currency), partnerId }));
}

const senderAccountId = (partnerId: PartnerId, currency: Currency): string => `${partnerId}-${currency.toLowerCase()}`;

/** Returns the rails for payouts of a currency. */
export function railsOf(services: OfferingServices, currency?: Currency): { currency: Currency; rail: Rail }[] {
  return offering(services)
    .currencyRails.filter((way) => currency === undefined || way.currency === currency)
    .map(({ currency: of, rail }) => ({ currency: of, rail }));
}
