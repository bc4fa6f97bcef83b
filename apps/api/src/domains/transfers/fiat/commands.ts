import { type Currency, decimalsOf, kindOf } from '@wusd/api-sdk/domain';
import { add, compare, subtract } from '@wusd/api-sdk/money';
import { formatMoney } from '@wusd/i18n';
import { formatMessage, languageOf } from '@wusd/i18n/server';
import { prohibitedField } from '../../compliance/prohibited-countries.ts';
import type { Db, Trx } from '../../../platform/database/database.ts';
import { toBlocker, assertNoBlockers } from '../../../platform/errors/blockers.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { LedgerError } from '../../../ledger/ledger.ts';
import type { BankAccountFields } from '../../destinations/bank-accounts/requirements.ts';
import { type BankAccountRow, openFields } from '../../destinations/bank-accounts/responses.ts';
import { consumeRateLimit } from '../../../platform/security/rate-limits.ts';
import { type Customer, findCustomer, lockCustomer } from '../../../commands/customers.ts';
import { unverified } from '../../identity-access/customers/rules.ts';
import type { Command, Commands } from '../../../commands/command.ts';
import type { Services } from '../../services.ts';
import { requireAmount } from '../typed-amounts.ts';
import { availableOf } from '../../wallet/accounts/available.ts';
import { withdrawalRefusals } from '../withdrawal-rules.ts';
import { depositAccountAt, senderAccounts } from './accounts.ts';
import { declareDeposit } from './deposits.ts';
import { readDepositBounds, readRailFee, remainingFiat, toFiatMinor } from './terms.ts';
import { nameOfPayee } from './transactions.ts';
import { keepReceipts, type KeptReceipt } from './uploads.ts';
import { findFiatTransaction } from './responses.ts';
import { openFiatWithdrawal } from './withdrawals.ts';

/** A wire is there, and a payout arrives, within so long: two business days. */
const arrivesWithinMs = 2 * 24 * 60 * 60_000;

interface Judged {
  account: BankAccountRow;
  payee: BankAccountFields;
  partnerId: string;
  fee: string;
  total: string;
  /** The most that could be withdrawn. */
  most: string;
  refusals: AppError[];
}

interface Asked {
  money: { currency: Currency; amount: string };
  senderAccountId: string;
  bankAccountId: string;
}

/** Deposits from and withdrawals to banks. */
export function fiatCommands(services: Services): Commands {
  const { db, clock, vault } = services;

  /** Everything that is asked of a withdrawal, as of now. @throws AppError INVALID_REQUEST, DESTINATION_NOT_ACTIVE */
  async function judge(
    from: Db | Trx,
    customer: Customer | undefined,
    customerId: string,
    { money: { currency, amount }, senderAccountId, bankAccountId }: Asked,
  ): Promise<Judged> {
    requireAmount(amount, currency);
    const account = await from
      .selectFrom('bank_account')
      .selectAll()
      .where('id', '=', bankAccountId)
      .where('customer_id', '=', customerId)
      .where('status', '<>', 'gone')
      .executeTakeFirst();
    if (!account) throw new AppError('DESTINATION_NOT_ACTIVE');
    if (account.currency !== currency)
      throw new AppError('INVALID_REQUEST', { field: '/body/bankAccountId', reasonCode: 'other-currency' });
    const sender = senderAccounts(services).find(({ id }) => id === senderAccountId);
    if (sender?.currency !== currency || !(sender.rails as string[]).includes(account.rail))
      throw new AppError('INVALID_REQUEST', { field: '/body/senderAccountId', reasonCode: 'not-one-of' });
    const fee = await readRailFee(from, account.rail, currency);
    const available = await availableOf(from, customerId, currency);
    const total = add(amount, fee);
    const most = compare(available, fee) > 0 ? subtract(available, fee) : '0';
    const remaining = await remainingFiat(from, clock, customerId, customer?.accountType ?? '', currency);
    const asked = { currency, amount, total, available, most };
    const payee = openFields(vault, account);
    return {
      account,
      payee,
      partnerId: sender.partnerId,
      fee,
      total,
      most,
      refusals: [
        ...withdrawalRefusals(clock.now(), customer, account.status === 'active', asked, remaining),
        ...(prohibitedField(services, payee) === undefined ? [] : [new AppError('COUNTRY_NOT_SUPPORTED')]),
      ],
    };
  }

  const withdrawFiat: Command<'withdrawFiat'> = {
    async preview({ caller: { customerId }, body, language }) {
      const customer = await findCustomer(db, vault, customerId);
      const { account, payee, fee, total, refusals } = await judge(db, customer, customerId, body);
      const now = clock.now();
      const isNew = account.payouts_from > now;
      const leavesAt = isNew ? account.payouts_from : now;
      const { currency, amount } = body.money;
      const speaks = customer?.language ?? 'en_US';
      return {
        about: formatMessage(speaks, 'message.act.withdrawTo', {
          amount: formatMoney(speaks, amount, currency, decimalsOf(currency)),
          address: nameOfPayee(payee),
        }),
        review: {
          blockers: refusals.map((each) => toBlocker(each, language)),
          sends: { currency, amount: total },
          fees: compare(fee, '0') === 0 ? [] : [{ name: 'bank fee', money: { currency, amount: fee } }],
          receives: body.money,
          arrivesBy: new Date(leavesAt.getTime() + arrivesWithinMs).toISOString(),
          ...(isNew && {
            holds: [
              {
                reasonCode: 'new-destination',
                message: formatMessage(languageOf(language), 'message.bankWithdrawalReason.new-destination'),
                who: 'system',
                until: account.payouts_from.toISOString(),
              },
            ],
          }),
        },
      };
    },
    async execute({ caller: { customerId }, body, language }, trx) {
      const customer = await lockCustomer(trx, vault, customerId);
      const { account, payee, partnerId, fee, most, refusals } = await judge(trx, customer, customerId, body);
      assertNoBlockers(refusals);
      const { currency, amount } = body.money;
      const id = await openFiatWithdrawal(trx, services, {
        customer,
        partnerId,
        currency,
        amount: toFiatMinor(amount, currency),
        fee: toFiatMinor(fee, currency),
        destination: { id: account.id, payee, payoutsFrom: account.payouts_from },
        purpose: body.purposeOfTransfer?.trim() || undefined,
      }).catch((error: unknown) => {
        throw error instanceof LedgerError && error.reason === 'insufficient'
          ? new AppError('INSUFFICIENT_BALANCE', { bound: { currency, amount: most } })
          : error;
      });
      return findFiatTransaction(services, trx, customerId, id, ['withdrawal'], language);
    },
    topics: ({ caller }) => [caller.customerId, 'messages', 'withdrawals'],
  };

  /** What stands against a declaration. @throws AppError INVALID_REQUEST */
  async function judgeDeposit(
    from: Db | Trx,
    customer: Customer | undefined,
    { currency, amount, partnerId }: { currency: Currency; amount: string; partnerId: string },
  ): Promise<AppError[]> {
    requireAmount(amount, currency, '/body/amount');
    const account = depositAccountAt(services, partnerId, '');
    if (!account || kindOf(currency) !== 'fiat' || !account.currencies.includes(currency))
      throw new AppError('INVALID_REQUEST', { field: '/body/partnerId', reasonCode: 'not-one-of' });
    const { minimum, maximum } = await readDepositBounds(from, currency);
    const bound = (of: string) => ({ bound: { currency, amount: of } });
    return [
      ...unverified(customer),
      ...(compare(amount, minimum) < 0 ? [new AppError('AMOUNT_BELOW_MINIMUM', bound(minimum))] : []),
      ...(compare(amount, maximum) > 0 ? [new AppError('AMOUNT_ABOVE_MAXIMUM', bound(maximum))] : []),
    ];
  }

  const declareFiatDeposit: Command<'declareFiatDeposit', KeptReceipt[]> = {
    async preview({ caller: { customerId }, body, language }) {
      // No code is asked for: something else keeps a script from filling what is expected.
      await consumeRateLimit(services, `declare:${customerId}`, 30, 60 * 60);
      const refusals = await judgeDeposit(db, await findCustomer(db, vault, customerId), body);
      const money = { currency: body.currency, amount: body.amount };
      return {
        review: {
          blockers: refusals.map((each) => toBlocker(each, language)),
          sends: money,
          fees: [],
          receives: money,
          arrivesBy: new Date(clock.now().getTime() + arrivesWithinMs).toISOString(),
        },
      };
    },
    prepare: ({ caller: { customerId }, body, uploads }) =>
      keepReceipts(services, customerId, body.intentId ?? '', uploads('receipts')),
    async execute({ caller: { customerId }, body, language }, trx, receipts) {
      const customer = await lockCustomer(trx, vault, customerId);
      assertNoBlockers(await judgeDeposit(trx, customer, body));
      const { currency, amount, partnerId } = body;
      const id = await declareDeposit(trx, services, {
        customerId,
        currency,
        amount: toFiatMinor(amount, currency),
        partnerId,
        remark: body.remark?.trim() || undefined,
        receipts,
      });
      return findFiatTransaction(services, trx, customerId, id, ['deposit'], language);
    },
    topics: ({ caller }) => [caller.customerId],
  };
  return { withdrawFiat, declareFiatDeposit };
}
