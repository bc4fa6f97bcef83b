import { type Currency, decimalsOf, type Scope, type SceneType } from '@wusd/api-sdk/domain';
import { add, compare, subtract } from '@wusd/api-sdk/money';
import { formatMoney } from '@wusd/i18n';
import { formatMessage, languageOf } from '@wusd/i18n/server';
import type { ApprovedPayment, PaymentAssertion } from '@wusd/payouts/payment-challenge';
import type { Caller, Client } from '../../../platform/contract/operations.ts';
import type { Db, Trx } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { assertNoBlockers, toBlocker } from '../../../platform/errors/blockers.ts';
import { LedgerError } from '../../../ledger/ledger.ts';
import { type Execution, executeEach } from '../../../commands/command.ts';
import { type Customer, findCustomer } from '../../../commands/customers.ts';
import { scenes } from '../../../commands/scenes.ts';
import type { Services } from '../../services.ts';
import { availableOf } from '../../wallet/accounts/available.ts';
import { arrivalAfter } from './business-days.ts';
import type { RemainingLimits } from './rolling-limits.ts';
import { withdrawalBlockers } from './withdrawal-rules.ts';

interface Money {
  currency: Currency;
  amount: string;
}

interface WithdrawalCall<Body> {
  caller: Caller;
  client: Client;
  body: Body;
  language: string | undefined;
}

interface WithdrawalBody {
  money: Money;
  /** A recipient to save, instead of the id of a saved recipient. */
  newRecipient?: unknown;
}

/** A requested withdrawal, evaluated at the current time. Amounts are decimals. */
export interface EvaluatedWithdrawal {
  fee: string;
  total: string;
  /** The maximum amount that could be withdrawn. */
  most: string;
  destination: Destination;
  blockers: AppError[];
}

/** Destination of a withdrawal: a saved recipient, or a recipient that the withdrawal saves. */
export interface Destination {
  /** Name in emails and code messages. */
  name: string;
  isActive: boolean;
  payoutsFrom: Date;
  /** Violations that prevent paying out to the destination, or saving it. */
  violations: AppError[];
  /** Set for a recipient that is not saved yet. */
  unsaved?: {
    label: string;
    /** Id and values of the message about the payment and the new recipient, for the texts with codes. */
    act: [messageId: string, values: Record<string, string>];
  };
}

/** Differences between the commands of crypto and fiat withdrawals. */
export interface WithdrawalCommandKind<Body extends WithdrawalBody, Evaluated extends EvaluatedWithdrawal, Result> {
  /** @throws AppError INVALID_REQUEST, DESTINATION_NOT_ACTIVE */
  evaluate(db: Db | Trx, customer: Customer | undefined, customerId: string, body: Body): Promise<Evaluated>;
  feeName: 'network fee' | 'bank fee';
  /** Whether a fee of zero is omitted from the list of fees. */
  isFreeUnlisted: boolean;
  /** Messages for the hold of a withdrawal to a recently saved recipient, and to a recipient that it saves. */
  holdMessages: { saved: string; unsaved: string };
  /** Scope that saving a recipient needs. */
  addScope: Scope;
  /** Saving a recipient needs the checks of this scene, also as part of a withdrawal. */
  addScene: typeof SceneType.ADD_BLOCKCHAIN_ADDRESS | typeof SceneType.ADD_BANK_ACCOUNT;
  /** Returns the payment that a passkey approves, if its assertion is verified again before the payout. */
  paymentOf?(body: Body, evaluated: Evaluated): ApprovedPayment;
  /**
   * Saves the recipient if it is new, and requests the withdrawal.
   *
   * @param assertion assertion of the passkey that approved the payment
   * @returns the withdrawal's id
   */
  request(
    trx: Trx,
    customer: Customer,
    call: WithdrawalCall<Body>,
    evaluated: Evaluated,
    assertion: PaymentAssertion | undefined,
  ): Promise<string>;
  find(trx: Trx, customerId: string, id: string, language: string | undefined): Promise<Result>;
}

/**
 * Creates the command that withdraws to a saved destination, or to a destination that it saves in the same transaction.
 */
export function withdrawalCommand<Body extends WithdrawalBody, Evaluated extends EvaluatedWithdrawal, Result>(
  { db, clock, vault }: Services,
  kind: WithdrawalCommandKind<Body, Evaluated, Result>,
) {
  /** @throws AppError SCOPE_MISSING */
  function assertMayAdd({ caller, body }: WithdrawalCall<Body>): void {
    if (body.newRecipient !== undefined && !caller.scopes.includes(kind.addScope)) throw new AppError('SCOPE_MISSING');
  }

  return {
    async preview(call: WithdrawalCall<Body>) {
      assertMayAdd(call);
      const { caller, body, language } = call;
      const { customerId } = caller;
      const customer = await findCustomer(db, vault, customerId);
      const evaluated = await kind.evaluate(db, customer, customerId, body);
      const { fee, total, destination, blockers } = evaluated;
      const payment = kind.paymentOf?.(body, evaluated);
      const { name, payoutsFrom, unsaved } = destination;
      const now = clock.now();
      const isNew = payoutsFrom > now;
      const leavesAt = isNew ? payoutsFrom : now;
      const { currency, amount } = body.money;
      const customerLanguage = customer?.language ?? 'en_US';
      const isFeeListed = !(kind.isFreeUnlisted && compare(fee, '0') === 0);
      const [act, values] = unsaved?.act ?? ['message.act.withdrawTo', { address: name }];
      return {
        checks: {
          ...(unsaved && { groups: scenes[kind.addScene].groups }),
          ...(payment && { targets: { payment: { ...payment, amount: String(payment.amount) } } }),
        },
        about: formatMessage(customerLanguage, act, {
          amount: formatMoney(customerLanguage, amount, currency, decimalsOf(currency)),
          ...values,
        }),
        review: {
          blockers: blockers.map((each) => toBlocker(each, language)),
          sends: { currency, amount: total },
          fees: isFeeListed ? [{ name: kind.feeName, money: { currency, amount: fee } }] : [],
          receives: body.money,
          arrivesBy: arrivalAfter(leavesAt).toISOString(),
          ...(isNew && {
            holds: [
              {
                reasonCode: 'new-destination',
                message: formatMessage(languageOf(language), kind.holdMessages[unsaved ? 'unsaved' : 'saved']),
                who: 'system' as const,
                until: payoutsFrom.toISOString(),
              },
            ],
          }),
          ...(unsaved && {
            saves: {
              label: unsaved.label,
              name,
              status: 'pending add' as const,
              payoutsFrom: payoutsFrom.toISOString(),
            },
          }),
        },
      };
    },

    execute: executeEach(async ({ call, customer, assertion }: Execution<WithdrawalCall<Body>>, trx: Trx) => {
      assertMayAdd(call);
      const { body, language } = call;
      const evaluated = await kind.evaluate(trx, customer, customer.id, body);
      assertNoBlockers(evaluated.blockers);
      const bound = { currency: body.money.currency, amount: evaluated.most };
      const id = await kind.request(trx, customer, call, evaluated, assertion).catch((error: unknown) => {
        throw error instanceof LedgerError && error.reason === 'insufficient'
          ? new AppError('INSUFFICIENT_BALANCE', { bound })
          : error;
      });
      return kind.find(trx, customer.id, id, language);
    }),

    topics: ({ caller, body }: WithdrawalCall<Body>) => [
      caller.customerId,
      'messages',
      'withdrawals',
      ...(body.newRecipient === undefined ? [] : ['destinations']),
    ],
  };
}

/** Returns the maximum amount that a balance covers in addition to the fee. All values are decimals of one currency. */
export const mostAfterFee = (available: string, fee: string): string =>
  compare(available, fee) > 0 ? subtract(available, fee) : '0';

/** Adds the fee to the amount. Validates both against the balance, the limits and the customer's state. */
export async function evaluateAmount(
  db: Db | Trx,
  now: Date,
  customer: Customer | undefined,
  customerId: string,
  { currency, amount }: Money,
  { fee, destination, remaining }: { fee: string; destination: Destination; remaining: RemainingLimits },
): Promise<Pick<EvaluatedWithdrawal, 'fee' | 'total' | 'most' | 'blockers'>> {
  const available = await availableOf(db, customerId, currency);
  const total = add(amount, fee);
  const most = mostAfterFee(available, fee);
  const requested = { currency, amount, total, available, most };
  const { isActive, violations } = destination;
  const blockers = withdrawalBlockers(now, customer, isActive, requested, remaining);
  return { fee, total, most, blockers: [...blockers, ...violations] };
}
