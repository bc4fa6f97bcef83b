import { compare, subtract } from '@wusd/api-sdk/money';
import { formatMessage, languageOf } from '@wusd/i18n/server';
import type { Db, Trx } from '../../../platform/database/database.ts';
import { type Blocker, toBlocker } from '../../../platform/errors/blockers.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { BankAccountRow } from '../../destinations/bank-accounts/responses.ts';
import type { Customer } from '../../../commands/customers.ts';
import { cooldownBlockers, identityBlockers } from '../../identity-access/customers/rules.ts';
import type { OfferingServices } from '../../config/offering.ts';
import { senderAccounts } from '../../transfers/fiat/accounts.ts';
import { readRailFee, remainingFiatLimits } from '../../transfers/fiat/terms.ts';
import type { Services } from '../../services.ts';
import { customerHold } from '../../transfers/core/withdrawal-rules.ts';
import type { StopReason } from '../../wallet/auto-redemption/states.ts';

/**
 * Finds the customer's default bank account in US dollars and the partner bank that pays out to it; undefined if there
 * is no such route.
 */
export async function findPayoutRoute(
  services: OfferingServices,
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

/** Returns all violations of turning on auto-redemption. The command fails with the first violation. */
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

/**
 * Converts violations to blockers of a preview. A missing default bank account has a separate message and next action.
 */
export const toAutoRedemptionBlockers = (violations: readonly AppError[], language: string | undefined): Blocker[] =>
  violations.map((each) =>
    each.errorName === 'AUTO_REDEMPTION_BLOCKED'
      ? {
          ...toBlocker(each, language),
          message: formatMessage(languageOf(language), 'message.autoRedemptionReason.no-default'),
          nextAction: 'choose-another',
        }
      : toBlocker(each, language),
  );

/**
 * Returns the reason why dollars can't be paid out to a customer now; undefined if a payout is possible.
 * @param dollars decimal amount to pay out, including the fee
 */
export async function payoutBlocker(
  services: Services,
  db: Db | Trx,
  customer: Customer,
  dollars: string,
): Promise<StopReason | undefined> {
  const { clock } = services;
  const hold = customerHold(customer, clock.now());
  if (hold) return hold.reason;
  const route = await findPayoutRoute(services, db, customer.id);
  if (!route) return 'no-default';
  const fee = await readRailFee(db, route.account.rail, 'USD');
  const { limits, amount: remaining } = await remainingFiatLimits(db, clock, customer.id, customer.accountType, 'USD');
  const payout = subtractFee(dollars, fee);
  if (compare(payout, limits.minimum) < 0) return 'amount';
  return compare(payout, remaining) > 0 ? 'limit' : undefined;
}

/** Subtracts a fee from an amount. Returns zero if the fee is equal or larger. */
export const subtractFee = (amount: string, fee: string): string =>
  compare(amount, fee) > 0 ? subtract(amount, fee) : '0';
