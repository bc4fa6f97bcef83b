import { compare, subtract } from '@wusd/api-sdk/money';
import { formatMessage, languageOf } from '@wusd/i18n/server';
import type { Db, Trx } from '../../../platform/database/database.ts';
import { type Blocker, toBlocker } from '../../../platform/errors/blockers.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { BankAccountRow } from '../../destinations/bank-accounts/responses.ts';
import type { Customer } from '../../../commands/customers.ts';
import { cooldownBlockers, identityBlockers } from '../../identity-access/customers/rules.ts';
import { senderAccounts } from '../../transfers/fiat/accounts.ts';
import { readRailFee, remainingFiatLimits } from '../../transfers/fiat/terms.ts';
import type { Services } from '../../services.ts';
import { customerHold } from '../../transfers/core/withdrawal-rules.ts';
import type { StopReason } from '../../wallet/auto-redemption/states.ts';

/** Where US dollars are paid out to, and from which of our accounts; undefined where there is no such way. */
export async function findPayoutRoute(
  services: Pick<Services, 'gateways'>,
  db: Db | Trx,
  customerId: string,
): Promise<{ account: BankAccountRow; partnerId: string } | undefined> {
  const account = await db
    .selectFrom('bank_account')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('is_default', '=', true)
    .where('status', '=', 'active')
    .where('currency', '=', 'USD')
    .executeTakeFirst();
  const sender =
    account &&
    senderAccounts(services).find(
      ({ currency, rails }) => currency === 'USD' && rails.some((rail) => rail === account.rail),
    );
  return account && sender && { account, partnerId: sender.partnerId };
}

/** Everything that keeps it from being turned on, as an act is refused: the first says which error. */
export async function autoRedemptionViolations(
  services: Services,
  db: Db | Trx,
  customer: Customer | undefined,
): Promise<AppError[]> {
  return [
    ...identityBlockers(customer),
    ...cooldownBlockers(customer, services.clock.now()),
    ...((await findPayoutRoute(services, db, customer?.id ?? '')) ? [] : [new AppError('AUTO_REDEMPTION_BLOCKED')]),
  ];
}

/** The same for whoever reads it; what has no default bank account in dollars says just that. */
export const toAutoRedemptionBlockers = (refusals: readonly AppError[], language: string | undefined): Blocker[] =>
  refusals.map((each) =>
    each.errorName === 'AUTO_REDEMPTION_BLOCKED'
      ? {
          ...toBlocker(each, language),
          message: formatMessage(languageOf(language), 'message.autoRedemptionReason.no-default'),
          nextAction: 'choose-another',
        }
      : toBlocker(each, language),
  );

/** Why dollars can't be paid out for a customer now; undefined where they can. @param dollars what there would be to pay out, its fee included */
export async function payoutBlocker(
  services: Services,
  db: Db | Trx,
  customer: Customer,
  dollars: string,
): Promise<StopReason | undefined> {
  const { clock } = services;
  const still = customerHold(customer, clock.now());
  if (still) return still.reason;
  const way = await findPayoutRoute(services, db, customer.id);
  if (!way) return 'no-default';
  const fee = await readRailFee(db, way.account.rail, 'USD');
  const { limits, amount: left } = await remainingFiatLimits(db, clock, customer.id, customer.accountType, 'USD');
  const arrives = subtractFee(dollars, fee);
  if (compare(arrives, limits.minimum) < 0) return 'amount';
  return compare(arrives, left) > 0 ? 'limit' : undefined;
}

/** What is left of an amount after its fee, or nothing. */
export const subtractFee = (amount: string, fee: string): string =>
  compare(amount, fee) > 0 ? subtract(amount, fee) : '0';
