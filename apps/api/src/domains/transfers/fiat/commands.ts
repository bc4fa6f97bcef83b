import { type Currency, kindOf, SceneType } from '@wusd/api-sdk/domain';
import { compare } from '@wusd/api-sdk/money';
import type { Db, Trx } from '../../../platform/database/database.ts';
import { toBlocker, assertNoBlockers } from '../../../platform/errors/blockers.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { addBankAccount } from '../../destinations/bank-accounts/accounts.ts';
import { consumeRateLimit } from '../../../platform/security/rate-limits.ts';
import { type Customer, findCustomer } from '../../../commands/customers.ts';
import { identityBlockers } from '../../identity-access/customers/rules.ts';
import { type Command, type Commands, executeEach } from '../../../commands/command.ts';
import type { Services } from '../../services.ts';
import { assertValidAmount } from '../core/amount-validation.ts';
import { arrivalAfter } from '../core/business-days.ts';
import { evaluateAmount, withdrawalCommand } from '../core/withdrawal-commands.ts';
import { depositAccountAt, senderAccounts } from './accounts.ts';
import { declareDeposit } from './declared-deposits.ts';
import { type AccountChoice, findFiatDestination } from './destinations.ts';
import { readDepositBounds, readRailFee, remainingFiatLimits, toFiatMinor } from './terms.ts';
import { keepReceipts, type KeptReceipt } from './uploads.ts';
import { findFiatTransaction } from './responses.ts';
import { requestFiatWithdrawal } from './withdrawals.ts';

interface WithdrawalBody extends AccountChoice {
  money: { currency: Currency; amount: string };
  senderAccountId: string;
  purposeOfTransfer?: string;
}

/** The commands of fiat transfers. */
export function fiatCommands(services: Services): Commands {
  const { db, clock, vault } = services;

  async function evaluate(reader: Db | Trx, customer: Customer | undefined, customerId: string, body: WithdrawalBody) {
    const { money, senderAccountId } = body;
    const { currency, amount } = money;
    assertValidAmount(amount, currency);
    const destination = await findFiatDestination(services, reader, customerId, currency, body);
    const { rail } = destination.payee;
    const sender = senderAccounts(services).find(({ id }) => id === senderAccountId);
    if (sender?.currency !== currency || !sender.rails.includes(rail))
      throw new AppError('INVALID_REQUEST', { field: '/body/senderAccountId', reasonCode: 'not-one-of' });
    const evaluated = await evaluateAmount(reader, clock.now(), customer, customerId, money, {
      fee: await readRailFee(reader, rail, currency),
      destination,
      remaining: await remainingFiatLimits(reader, clock, customerId, customer?.accountType ?? '', currency),
    });
    return { ...evaluated, destination, partnerId: sender.partnerId };
  }

  const withdrawFiat = withdrawalCommand(services, {
    evaluate,
    feeName: 'bank fee',
    isFreeUnlisted: true,
    holdMessages: {
      saved: 'message.bankWithdrawalReason.new-destination',
      unsaved: 'message.bankWithdrawal.newAccount',
    },
    addScope: 'wallet.bank_account.add',
    addScene: SceneType.ADD_BANK_ACCOUNT,
    async request(trx, customer, call, { fee, destination, partnerId }) {
      const { money, purposeOfTransfer }: WithdrawalBody = call.body;
      const { currency, amount } = money;
      const { payee, payoutsFrom } = destination;
      const id = destination.id ?? (await addBankAccount(trx, services, call, customer, payee));
      return requestFiatWithdrawal(trx, services, {
        customer,
        partnerId,
        currency,
        amount: toFiatMinor(amount, currency),
        fee: toFiatMinor(fee, currency),
        destination: { id, payee, payoutsFrom },
        purpose: purposeOfTransfer?.trim() || undefined,
      });
    },
    find: (trx, customerId, id, language) =>
      findFiatTransaction(services, trx, { customerId, directions: ['withdrawal'], language }, id),
  });

  /** Returns everything that blocks a declaration now. @throws AppError INVALID_REQUEST */
  async function depositBlockers(
    reader: Db | Trx,
    customer: Customer | undefined,
    { currency, amount, partnerId }: { currency: Currency; amount: string; partnerId: string },
  ): Promise<AppError[]> {
    assertValidAmount(amount, currency, '/body/amount');
    const account = depositAccountAt(services, partnerId, '');
    if (!account || kindOf(currency) !== 'fiat' || !account.currencies.includes(currency))
      throw new AppError('INVALID_REQUEST', { field: '/body/partnerId', reasonCode: 'not-one-of' });
    const { minimum, maximum } = await readDepositBounds(reader, currency);
    const bound = (of: string) => ({ bound: { currency, amount: of } });
    return [
      ...identityBlockers(customer),
      ...(compare(amount, minimum) < 0 ? [new AppError('AMOUNT_BELOW_MINIMUM', bound(minimum))] : []),
      ...(compare(amount, maximum) > 0 ? [new AppError('AMOUNT_ABOVE_MAXIMUM', bound(maximum))] : []),
    ];
  }

  const declareFiatDeposit: Command<'declareFiatDeposit', KeptReceipt[]> = {
    async preview({ caller: { customerId }, body, language }) {
      // A declaration needs no code, so the rate limit prevents scripts from creating many expected deposits.
      await consumeRateLimit(services, `declare:${customerId}`, 30, 60 * 60);
      const blockers = await depositBlockers(db, await findCustomer(db, vault, customerId), body);
      const money = { currency: body.currency, amount: body.amount };
      return {
        review: {
          blockers: blockers.map((each) => toBlocker(each, language)),
          sends: money,
          fees: [],
          receives: money,
          arrivesBy: arrivalAfter(clock.now()).toISOString(),
        },
      };
    },
    prepare: ({ caller: { customerId }, body, uploads }) =>
      keepReceipts(services, customerId, body.intentId ?? '', uploads('receipts')),
    execute: executeEach(async ({ call, customer, prepared: receipts }, trx) => {
      const { body, language } = call;
      assertNoBlockers(await depositBlockers(trx, customer, body));
      const { currency, amount, partnerId } = body;
      const id = await declareDeposit(trx, services, {
        customerId: customer.id,
        currency,
        amount: toFiatMinor(amount, currency),
        partnerId,
        remark: body.remark?.trim() || undefined,
        receipts,
      });
      return findFiatTransaction(services, trx, { customerId: customer.id, directions: ['deposit'], language }, id);
    }),
    topics: ({ caller }) => [caller.customerId],
  };
  return { withdrawFiat, declareFiatDeposit };
}
