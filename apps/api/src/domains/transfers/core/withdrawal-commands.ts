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
  /** In place of the id of a saved recipient. */
  newRecipient?: unknown;
}

/** A requested withdrawal as it stands now. Amounts are decimals. */
export interface EvaluatedWithdrawal {
  fee: string;
  total: string;
  /** The most that could be withdrawn. */
  most: string;
  destination: Destination;
  blockers: AppError[];
}

/** Where a withdrawal goes: to a saved recipient, or to one that is saved with it. */
export interface Destination {
  /** In emails and codes. */
  name: string;
  isActive: boolean;
  payoutsFrom: Date;
  /** What prevents paying it, or saving it. */
  violations: AppError[];
  /** Of a recipient that is not saved yet. */
  unsaved?: {
    label: string;
    /** Message that names the payment and the recipient to be saved in the codes' texts, with its values. */
    act: [messageId: string, values: Record<string, string>];
  };
}

/** What the commands of crypto and fiat withdrawals do differently. */
export interface WithdrawalCommandKind<Body extends WithdrawalBody, Evaluated extends EvaluatedWithdrawal, Result> {
  /** @throws AppError INVALID_REQUEST, DESTINATION_NOT_ACTIVE */
  evaluate(db: Db | Trx, customer: Customer | undefined, customerId: string, body: Body): Promise<Evaluated>;
  feeName: 'network fee' | 'bank fee';
  /** A fee of zero is not listed. */
  isFreeUnlisted: boolean;
  /** Why a withdrawal waits: to a recipient that was saved lately, and to one that is saved with it. */
  holdMessages: { saved: string; unsaved: string };
  /** Needed to save a recipient. */
  addScope: Scope;
  /** Saving a recipient takes the checks of this scene, also with a withdrawal. */
  addScene: typeof SceneType.ADD_BLOCKCHAIN_ADDRESS | typeof SceneType.ADD_BANK_ACCOUNT;
  /** What a passkey approves, where its assertion is verified again before the payout. */
  paymentOf?(body: Body, evaluated: Evaluated): ApprovedPayment;
  /**
   * Saves the recipient where it is not, and requests the withdrawal.
   *
   * @param assertion of the passkey that has approved it
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

/** The command that withdraws to a destination of the customer's, or to one that it saves in the same transaction. */
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
