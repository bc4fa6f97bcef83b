import { type Currency, kindOf } from '@wusd/api-sdk/domain';
import { compare } from '@wusd/api-sdk/money';
import { findProhibitedField } from '../../compliance/prohibited-countries.ts';
import type { Db, Trx } from '../../../platform/database/database.ts';
import { toBlocker, assertNoBlockers } from '../../../platform/errors/blockers.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { decryptFields } from '../../destinations/bank-accounts/responses.ts';
import { consumeRateLimit } from '../../../platform/security/rate-limits.ts';
import { type Customer, findCustomer } from '../../../commands/customers.ts';
import { identityBlockers } from '../../identity-access/customers/rules.ts';
import { type Command, type Commands, executeEach } from '../../../commands/command.ts';
import type { Services } from '../../services.ts';
import { assertValidAmount } from '../core/amount-validation.ts';
import { arrivesWithinMs, evaluateAmount, withdrawalCommand } from '../core/withdrawal-commands.ts';
import { depositAccountAt, findSavedAccount, senderAccounts } from './accounts.ts';
import { declareDeposit } from './declared-deposits.ts';
import { readDepositBounds, readRailFee, remainingFiatLimits, toFiatMinor } from './terms.ts';
import { nameOfPayee } from './transactions.ts';
import { keepReceipts, type KeptReceipt } from './uploads.ts';
import { findFiatTransaction } from './responses.ts';
import { requestFiatWithdrawal } from './withdrawals.ts';

interface WithdrawalBody {
  money: { currency: Currency; amount: string };
  senderAccountId: string;
  bankAccountId: string;
  purposeOfTransfer?: string;
}

/** The commands of fiat transfers. */
export function fiatCommands(services: Services): Commands {
  const { db, clock, vault } = services;

  async function evaluate(
    reader: Db | Trx,
    customer: Customer | undefined,
    customerId: string,
    { money, senderAccountId, bankAccountId }: WithdrawalBody,
  ) {
    const { currency, amount } = money;
    assertValidAmount(amount, currency);
    const account = await findSavedAccount(reader, customerId, bankAccountId);
    if (!account) throw new AppError('DESTINATION_NOT_ACTIVE');
    if (account.currency !== currency)
      throw new AppError('INVALID_REQUEST', { field: '/body/bankAccountId', reasonCode: 'other-currency' });
    const sender = senderAccounts(services).find(({ id }) => id === senderAccountId);
    if (sender?.currency !== currency || !sender.rails.some((rail) => rail === account.rail))
      throw new AppError('INVALID_REQUEST', { field: '/body/senderAccountId', reasonCode: 'not-one-of' });
    const payee = decryptFields(vault, account);
    const evaluated = await evaluateAmount(reader, clock.now(), customer, customerId, money, {
      fee: await readRailFee(reader, account.rail, currency),
      isDestinationActive: account.status === 'active',
      remaining: await remainingFiatLimits(reader, clock, customerId, customer?.accountType ?? '', currency),
    });
    return {
      ...evaluated,
      blockers: [
        ...evaluated.blockers,
        ...(findProhibitedField(services, payee) === undefined ? [] : [new AppError('COUNTRY_NOT_SUPPORTED')]),
      ],
      account,
      payee,
      destinationName: nameOfPayee(payee),
      partnerId: sender.partnerId,
      payoutsFrom: account.payouts_from,
    };
  }

  const withdrawFiat = withdrawalCommand(services, {
    evaluate,
    feeName: 'bank fee',
    isFreeUnlisted: true,
    newDestinationMessage: 'message.bankWithdrawalReason.new-destination',
    request(
      trx,
      customer,
      { money: { currency, amount }, purposeOfTransfer }: WithdrawalBody,
      { fee, account, payee, partnerId, payoutsFrom },
    ) {
      return requestFiatWithdrawal(trx, services, {
        customer,
        partnerId,
        currency,
        amount: toFiatMinor(amount, currency),
        fee: toFiatMinor(fee, currency),
        destination: { id: account.id, payee, payoutsFrom },
        purpose: purposeOfTransfer?.trim() || undefined,
      });
    },
    find: (trx, customerId, id, language) =>
      findFiatTransaction(services, trx, { customerId, directions: ['withdrawal'], language }, id),
  });

  /** Everything that blocks a declaration now. @throws AppError INVALID_REQUEST */
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
      // A declaration needs no code: the rate limit keeps scripts from flooding the expected
      // deposits.
      await consumeRateLimit(services, `declare:${customerId}`, 30, 60 * 60);
      const blockers = await depositBlockers(db, await findCustomer(db, vault, customerId), body);
      const money = { currency: body.currency, amount: body.amount };
      return {
        review: {
          blockers: blockers.map((each) => toBlocker(each, language)),
          sends: money,
          fees: [],
          receives: money,
          arrivesBy: new Date(clock.now().getTime() + arrivesWithinMs).toISOString(),
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
