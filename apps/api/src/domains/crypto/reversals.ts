import { decimalsOf } from '@wusd/api-sdk/domain';
import { formatMoney } from '@wusd/i18n';
import type { Trx } from '../../database/database.ts';
import { custodyAccount, type Leg, post, shortfallAccount, suspenseAccount } from '../../ledger/ledger.ts';
import { enqueueMail } from '../../messages/messages.ts';
import { lockCustomer } from '../customers/customers.ts';
import { freeze } from '../security/freeze.ts';
import type { Services } from '../services.ts';
import { type CryptoRow } from './transactions.ts';
import { amountOf, walletAccountOf } from '../wallet-accounts/entries.ts';

/**
 * Takes back what was booked of a deposit that its chain took back. What its customer has spent meanwhile is owed, and the account is
 * closed until an operator lifts it.
 *
 * @param row as its customer's row is held by this transaction, with the status it had
 */
export async function reverseDeposit(trx: Trx, services: Services, row: CryptoRow): Promise<void> {
  const { clock, vault, settings } = services;
  const { id, customer_id: customerId, network_id: networkId, currency } = row;
  const amount = BigInt(row.amount);
  const entity = { id: `${id}:reversed`, kind: 'reversed crypto deposit', entityId: id, eventTime: clock.now() };
  const custody: Leg = { account: await custodyAccount(trx, clock, networkId, currency), amount: -amount };
  if (row.status !== 'completed') {
    // Kept aside all the while: nobody had it.
    const account = await suspenseAccount(trx, clock, `network-${networkId}`, currency);
    return void (await post(trx, { ...entity, legs: [{ account, amount }, custody] }));
  }
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
    custody,
  ];
  await post(trx, { ...entity, legs: legs.filter((leg) => leg.amount !== 0n) });
  const customer = await lockCustomer(trx, vault, customerId);
  if (owed > 0n && customer.status === 'active') await freeze(trx, services, customerId, 'system', { deposit: id });
  const money = (minor: bigint): string =>
    formatMoney(customer.language, amountOf({ amount: minor.toString(), currency }), currency, decimalsOf(currency));
  await enqueueMail(trx, clock, vault, customer, 'message.depositReversed', {
    name: customer.fullName,
    amount: money(amount),
    isOwed: owed > 0n ? 'yes' : 'no',
    owed: money(owed),
    reference: id,
    support: settings.supportEmail,
  });
}
