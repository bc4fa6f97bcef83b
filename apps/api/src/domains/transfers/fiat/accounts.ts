import type { DepositAccount, SenderAccount } from '@wusd/api-sdk';
import type { Currency, PartnerId, Rail } from '@wusd/api-sdk/domain';
import type { Selectable } from 'kysely';
import type { Db, Trx } from '../../../platform/database/database.ts';
import type { Database } from '../../../platform/database/types.ts';
import { offering, type OfferingServices } from '../../config/offering.ts';

/** The account that a customer wires to at a bank; undefined where we have none there. */
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

/** Every account that payouts leave from: one of each currency at each bank. */
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

/** A bank account that the customer has saved and not deleted. */
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

/** Accounts that payouts leave from by a rail. The bank that is preferred comes first. */
export function sendersBy(
  services: OfferingServices,
  currency: Currency,
  rail: Rail,
): { id: string; partnerId: PartnerId }[] {
  const way = offering(services).currencyRails.find((each) => each.currency === currency && each.rail === rail);
  return (way?.partnerIds ?? []).map((partnerId) => ({ id: senderAccountId(partnerId, currency), partnerId }));
}

const senderAccountId = (partnerId: PartnerId, currency: Currency): string => `${partnerId}-${currency.toLowerCase()}`;

/** Rails that a currency is paid out on. */
export function railsOf(services: OfferingServices, currency?: Currency): { currency: Currency; rail: Rail }[] {
  return offering(services)
    .currencyRails.filter((way) => currency === undefined || way.currency === currency)
    .map(({ currency: of, rail }) => ({ currency: of, rail }));
}
