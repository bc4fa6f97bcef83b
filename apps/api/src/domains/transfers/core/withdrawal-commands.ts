import { type Currency, decimalsOf } from '@wusd/api-sdk/domain';
import { add, compare, subtract } from '@wusd/api-sdk/money';
import { formatMoney } from '@wusd/i18n';
import { formatMessage, languageOf } from '@wusd/i18n/server';
import type { Caller } from '../../../platform/contract/operations.ts';
import type { Db, Trx } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { assertNoBlockers, toBlocker } from '../../../platform/errors/blockers.ts';
import { LedgerError } from '../../../ledger/ledger.ts';
import { type Execution, executeEach } from '../../../commands/command.ts';
import { type Customer, findCustomer } from '../../../commands/customers.ts';
import type { Services } from '../../services.ts';
import { availableOf } from '../../wallet/accounts/available.ts';
import type { RemainingLimits } from './rolling-limits.ts';
import { withdrawalBlockers } from './withdrawal-rules.ts';

interface Money {
  currency: Currency;
  amount: string;
}

interface WithdrawalCall<Body> {
  caller: Caller;
  body: Body;
  language: string | undefined;
}

/** A requested withdrawal as it stands now. Amounts are decimals. */
export interface EvaluatedWithdrawal {
  fee: string;
  total: string;
  /** The most that could be withdrawn. */
  most: string;
  /** Its name, in emails and codes. */
  destinationName: string;
  payoutsFrom: Date;
  blockers: AppError[];
}

/** What the commands of crypto and fiat withdrawals do differently. */
export interface WithdrawalCommandKind<Body extends { money: Money }, Evaluated extends EvaluatedWithdrawal, Result> {
  /** @throws AppError INVALID_REQUEST, DESTINATION_NOT_ACTIVE */
  evaluate(db: Db | Trx, customer: Customer | undefined, customerId: string, body: Body): Promise<Evaluated>;
  feeName: 'network fee' | 'bank fee';
  /** A fee of zero is not listed. */
  isFreeUnlisted: boolean;
  newDestinationMessage: string;
  /** @returns the withdrawal's id */
  request(trx: Trx, customer: Customer, body: Body, evaluated: Evaluated): Promise<string>;
  find(trx: Trx, customerId: string, id: string, language: string | undefined): Promise<Result>;
}

/** A withdrawal arrives within two business days. */
export const arrivesWithinMs = 2 * 24 * 60 * 60_000;

/** The command that withdraws to a destination of the customer's. */
export function withdrawalCommand<Body extends { money: Money }, Evaluated extends EvaluatedWithdrawal, Result>(
  { db, clock, vault }: Services,
  kind: WithdrawalCommandKind<Body, Evaluated, Result>,
) {
  return {
    async preview({ caller: { customerId }, body, language }: WithdrawalCall<Body>) {
      const customer = await findCustomer(db, vault, customerId);
      const { fee, total, destinationName, payoutsFrom, blockers } = await kind.evaluate(
        db,
        customer,
        customerId,
        body,
      );
      const now = clock.now();
      const isNew = payoutsFrom > now;
      const leavesAt = isNew ? payoutsFrom : now;
      const { currency, amount } = body.money;
      const customerLanguage = customer?.language ?? 'en_US';
      const isFeeListed = !(kind.isFreeUnlisted && compare(fee, '0') === 0);
      return {
        about: formatMessage(customerLanguage, 'message.act.withdrawTo', {
          amount: formatMoney(customerLanguage, amount, currency, decimalsOf(currency)),
          address: destinationName,
        }),
        review: {
          blockers: blockers.map((each) => toBlocker(each, language)),
          sends: { currency, amount: total },
          fees: isFeeListed ? [{ name: kind.feeName, money: { currency, amount: fee } }] : [],
          receives: body.money,
          arrivesBy: new Date(leavesAt.getTime() + arrivesWithinMs).toISOString(),
          ...(isNew && {
            holds: [
              {
                reasonCode: 'new-destination',
                message: formatMessage(languageOf(language), kind.newDestinationMessage),
                who: 'system' as const,
                until: payoutsFrom.toISOString(),
              },
            ],
          }),
        },
      };
    },

    execute: executeEach(async ({ call, customer }: Execution<WithdrawalCall<Body>>, trx: Trx) => {
      const { body, language } = call;
      const evaluated = await kind.evaluate(trx, customer, customer.id, body);
      assertNoBlockers(evaluated.blockers);
      const bound = { currency: body.money.currency, amount: evaluated.most };
      const id = await kind.request(trx, customer, body, evaluated).catch((error: unknown) => {
        throw error instanceof LedgerError && error.reason === 'insufficient'
          ? new AppError('INSUFFICIENT_BALANCE', { bound })
          : error;
      });
      return kind.find(trx, customer.id, id, language);
    }),

    topics: ({ caller }: { caller: Caller }) => [caller.customerId, 'messages', 'withdrawals'],
  };
}

/** The largest amount that a balance covers with the fee on top. All are decimals of one currency. */
export const mostAfterFee = (available: string, fee: string): string =>
  compare(available, fee) > 0 ? subtract(available, fee) : '0';

/** Adds the fee to the amount and checks both against balance, limits and the customer's state. */
export async function evaluateAmount(
  db: Db | Trx,
  now: Date,
  customer: Customer | undefined,
  customerId: string,
  { currency, amount }: Money,
  { fee, isDestinationActive, remaining }: { fee: string; isDestinationActive: boolean; remaining: RemainingLimits },
): Promise<Pick<EvaluatedWithdrawal, 'fee' | 'total' | 'most' | 'blockers'>> {
  const available = await availableOf(db, customerId, currency);
  const total = add(amount, fee);
  const most = mostAfterFee(available, fee);
  const requested = { currency, amount, total, available, most };
  return { fee, total, most, blockers: withdrawalBlockers(now, customer, isDestinationActive, requested, remaining) };
}
