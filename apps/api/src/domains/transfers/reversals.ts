import { decimalsOf } from '@wusd/api-sdk/domain';
import { formatMoney } from '@wusd/i18n';
import type { Trx } from '../../platform/database/database.ts';
import { type Leg, post, shortfallAccount } from '../../ledger/ledger.ts';
import { enqueueEmail } from '../../platform/outbox/messages.ts';
import { lockCustomer } from '../../commands/customers.ts';
import { freeze } from '../identity-access/security/freeze.ts';
import type { Services } from '../services.ts';
import { amountOf, walletAccountOf } from '../wallet/accounts/entries.ts';

/** A deposit that was credited, its customer's row held by this transaction. */
export interface Credited {
  id: string;
  customer_id: string;
  wallet_id: string;
  currency: string;
  /** Minor units. */
  amount: string;
}

/** Id of the transfer that credits a deposit to its customer. */
export const creditOf = (depositId: string): string => `${depositId}:credit`;

/**
 * Takes back what a customer was credited. What they have spent of it meanwhile is owed, and the account is closed until an operator lifts
 * that.
 *
 * @param back where the money is once it is not theirs
 * @param mail what they are told
 */
export async function reverseCredit(
  trx: Trx,
  services: Services,
  row: Credited,
  { kind, back, mail, reason = '' }: { kind: string; back: string; mail: string; reason?: string },
): Promise<void> {
  const { clock, vault, settings } = services;
  const { id, customer_id: customerId, currency } = row;
  const amount = BigInt(row.amount);
  const account = await walletAccountOf(trx, row);
  const { posted, held } = await trx
    .selectFrom('account')
    .select(['posted', 'held'])
    .where('id', '=', account)
    .executeTakeFirstOrThrow();
  const free = BigInt(posted) - BigInt(held);
  const taken = free < amount ? free : amount;
  const owed = amount - taken;
  const legs: Leg[] = [
    { account, amount: taken },
    { account: await shortfallAccount(trx, clock, customerId, currency), amount: owed },
    { account: back, amount: -amount },
  ];
  await post(trx, {
    id: `${id}:reversed`,
    kind,
    entityId: id,
    eventTime: clock.now(),
    legs: legs.filter((leg) => leg.amount !== 0n),
    reverses: creditOf(id),
  });
  const customer = await lockCustomer(trx, vault, customerId);
  if (owed > 0n && customer.status === 'active') await freeze(trx, services, customerId, 'system', { deposit: id });
  const money = (minor: bigint): string =>
    formatMoney(customer.language, amountOf({ amount: minor.toString(), currency }), currency, decimalsOf(currency));
  await enqueueEmail(trx, clock, vault, customer, mail, {
    name: customer.fullName,
    amount: money(amount),
    isOwed: owed > 0n ? 'yes' : 'no',
    owed: money(owed),
    reason,
    reference: id,
    support: settings.supportEmail,
  });
}
