import { type Currency, decimalsOf, type NetworkIdValue } from '@wusd/api-sdk/domain';
import { compare, convert, fromMinor, toMinor } from '@wusd/api-sdk/money';
import type { FiatDepositStatus, FiatWithdrawalStatus } from '../platform/database/column-types.ts';
import { transact } from '../platform/database/database.ts';
import { autoRedemptionCommands } from '../domains/exchange/auto-redemption/commands.ts';
import { subtractFee } from '../domains/exchange/auto-redemption/eligibility.ts';
import { bankAccountCommands } from '../domains/destinations/bank-accounts/commands.ts';
import { setDefaultBankAccount } from '../domains/destinations/bank-accounts/accounts.ts';
import { blockchainAddressCommands } from '../domains/destinations/blockchain-addresses/commands.ts';
import { isNetworkOffered } from '../domains/config/offering.ts';
import { cryptoCommands } from '../domains/transfers/crypto/commands.ts';
import { readNetworkTerms } from '../domains/transfers/crypto/terms.ts';
import type { Customer } from '../commands/customers.ts';
import { senderAccounts } from '../domains/transfers/fiat/accounts.ts';
import { fiatCommands } from '../domains/transfers/fiat/commands.ts';
import { readRailFee } from '../domains/transfers/fiat/terms.ts';
import { transitionWithdrawal } from '../domains/transfers/core/withdrawals.ts';
import { fiatWithdrawals } from '../domains/transfers/fiat/withdrawals.ts';
import { computeOffer, openQuote } from '../domains/exchange/otc/quotes.ts';
import { placeOrder } from '../domains/exchange/otc/place.ts';
import type { Services } from '../domains/services.ts';
import { availableOf } from '../domains/wallet/accounts/available.ts';
import { AppError } from '../platform/errors/app-error.ts';
import { scaleOf } from '@wusd/server-kit/registry/currencies';
import { runJobsOnce } from '../composition/workers.ts';
import { returnPayment } from './bank.ts';
import { executeCommand } from './execute-command.ts';
import { simulatedAddress } from './chain.ts';
import { type ScenarioEvent, generateScenario } from './scenario.ts';
import { decide } from './operations.ts';
import { simulateTransfer, hasRealNode } from './transfers.ts';
import { simulateStatementCredit, riskySender, simulateDeclaredWire } from './wires.ts';

export interface ScenarioCounts {
  /** Events that succeeded. */
  happened: number;
  /** Events that were rejected or lacked funds. */
  refused: number;
}

/** The clock of a scenario: the shared clock of all nodes, or a clock in the past. */
export interface ScenarioClock {
  /** Never moves time back. */
  moveTo(time: Date): Promise<void>;
}

const dayMs = 24 * 60 * 60_000;
const landlordKeyIndex = 2n ** 31n - 4n;
const bank = 'dbs';
/** Time that passes after an event, so that it can settle before the next one. */
const settlingMs = 30_000;

/**
 * Runs the scenario of a seed. Each event uses the same code as the actions of customers, chains, banks and operators.
 *
 * @param services services whose clock `time` moves
 * @returns counts of events
 */
export async function runScenario(
  services: Services,
  customer: Pick<Customer, 'id' | 'fullName' | 'accountType'>,
  { seed, days }: { seed: number; days: number },
  time: ScenarioClock,
): Promise<ScenarioCounts> {
  // Finishes earlier work before time moves.
  await runJobsOnce(services);
  // Days begin at midnight in UTC.
  const beginning = Math.ceil(services.clock.now().getTime() / dayMs) * dayMs;
  const counts: ScenarioCounts = { happened: 0, refused: 0 };
  for (const { at, event } of generateScenario(seed, days, customer.accountType === 'corporate' ? 25 : 1)) {
    const startMs = beginning + at * 1000;
    await time.moveTo(new Date(startMs));
    const isDone = await runEvent(services, customer, event).catch((error: unknown) => {
      if (error instanceof AppError) return false;
      throw error;
    });
    counts[isDone ? 'happened' : 'refused'] += 1;
    await runJobsOnce(services);
    await time.moveTo(new Date(startMs + settlingMs));
    await runJobsOnce(services);
  }
  await time.moveTo(new Date(beginning + days * dayMs));
  await runJobsOnce(services);
  return counts;
}

/**
 * @returns false if the event lacks funds or its entity does not exist @throws AppError if the customer may not do it
 */
async function runEvent(
  services: Services,
  customer: Pick<Customer, 'id' | 'fullName'>,
  happening: ScenarioEvent,
): Promise<boolean> {
  const { id: customerId } = customer;
  switch (happening.kind) {
    case 'bank account saved':
      return saveBankAccount(services, customer, happening.currency);
    case 'address saved':
      return saveLandlordAddress(services, customerId, happening.networkId);
    case 'transfer':
      return receiveTransfer(services, customerId, happening);
    case 'wire':
      return receiveWire(services, customerId, happening);
    case 'held wire rejected': {
      const deposit = await findNewest(services, customerId, 'deposit', 'processing');
      if (deposit) await decide(services, deposit.id, 'rejected', 'not-yours');
      return deposit !== undefined;
    }
    case 'swap':
      return swap(services, customerId, happening);
    case 'payout':
      return withdrawFiat(services, customerId, happening);
    case 'payout returned':
      return returnPayout(services, customerId);
    case 'send':
      return withdrawCrypto(services, customerId, happening);
    case 'auto-redemption on':
      await executeCommand(services, autoRedemptionCommands(services), 'turnOnAutoRedemption', customerId, undefined);
      return true;
  }
}

async function receiveTransfer(
  services: Services,
  customerId: string,
  { currency, networkId, amount }: Extract<ScenarioEvent, { kind: 'transfer' }>,
): Promise<boolean> {
  if (!isNetworkOffered(services, currency, networkId) || hasRealNode(services, networkId)) return false;
  await simulateTransfer(services, { customerId, networkId, currency, amount: toMinor(amount, scaleOf(currency)) });
  return true;
}

async function returnPayout(services: Services, customerId: string): Promise<boolean> {
  const paid = await findNewest(services, customerId, 'withdrawal', 'completed');
  return paid?.end_to_end_id !== null && paid !== undefined && returnPayment(services.db, paid.end_to_end_id, 0n);
}

async function saveBankAccount(
  services: Services,
  { id, fullName }: Pick<Customer, 'id' | 'fullName'>,
  currency: Currency,
): Promise<boolean> {
  const isDollars = currency === 'USD';
  const saved = await executeCommand(services, bankAccountCommands(services), 'addBankAccount', id, {
    country: 'SG',
    currency,
    rail: 'SWIFT',
    label: isDollars ? 'Savings in dollars' : 'Everyday account',
    beneficiaryName: fullName,
    beneficiaryAddress: '10 Bayfront Avenue, Singapore 018956',
    bankName: 'Oversea-Chinese Banking Corporation',
    bankAddress: '65 Chulia Street, Singapore 049513',
    swiftCode: 'OCBCSGSG',
    accountNumber: isDollars ? '501234567001' : '687123456001',
    purposeOfTransfer: 'Living costs',
  });
  // Screening activates the account, and only an active account can be the default.
  await runJobsOnce(services);
  if (isDollars) await setDefaultBankAccount(services, id, saved.id);
  return true;
}

async function saveLandlordAddress(
  services: Services,
  customerId: string,
  networkId: NetworkIdValue,
): Promise<boolean> {
  const body = { label: 'Landlord', networkId, address: simulatedAddress(networkId, landlordKeyIndex) };
  await executeCommand(services, blockchainAddressCommands(services), 'addBlockchainAddress', customerId, body);
  return true;
}

async function receiveWire(
  services: Services,
  customerId: string,
  { currency, amount, variant }: Extract<ScenarioEvent, { kind: 'wire' }>,
): Promise<boolean> {
  const { db } = services;
  if (variant === 'unannounced' || variant === 'risky') {
    const { reference } = await db
      .selectFrom('customer')
      .select('reference')
      .where('id', '=', customerId)
      .executeTakeFirstOrThrow();
    const minor = toMinor(amount, scaleOf(currency));
    const sender = variant === 'risky' ? riskySender : '';
    await simulateStatementCredit(db, { partnerId: bank, reference, currency, amount: minor, sender });
    return true;
  }
  const body = { currency, amount, partnerId: bank } as const;
  const declared = await executeCommand(services, fiatCommands(services), 'declareFiatDeposit', customerId, body);
  if (variant !== 'declared')
    await simulateDeclaredWire(db, declared.id, variant === 'short' ? 'shortfall' : undefined);
  return true;
}

async function swap(
  services: Services,
  customerId: string,
  { pay, receive, share }: Extract<ScenarioEvent, { kind: 'swap' }>,
): Promise<boolean> {
  const payAmount = shareOf(await availableOf(services.db, customerId, pay), pay, share);
  if (compare(payAmount, '0') === 0) return false;
  const offer = await computeOffer(services, { payCurrency: pay, receiveCurrency: receive, payAmount }, customerId);
  const quote = await openQuote(services, customerId, offer);
  const id = await transact(services.db, (trx) => placeOrder(trx, services, customerId, quote.id));
  const order = await services.db.selectFrom('otc_order').select('status').where('id', '=', id).executeTakeFirst();
  if (order?.status === 'pending approval') await decide(services, id, 'approved');
  return true;
}

async function withdrawFiat(
  services: Services,
  customerId: string,
  { currency, share, isCancelled }: Extract<ScenarioEvent, { kind: 'payout' }>,
): Promise<boolean> {
  const { db } = services;
  const account = await db
    .selectFrom('bank_account')
    .select(['id', 'rail'])
    .where('customer_id', '=', customerId)
    .where('currency', '=', currency)
    .where('status', '=', 'active')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  const sender = senderAccounts(services).find((each) => each.partnerId === bank && each.currency === currency);
  const fee = account && (await readRailFee(db, account.rail, currency));
  const amount = subtractFee(shareOf(await availableOf(db, customerId, currency), currency, share), fee ?? '0');
  if (!account || !sender || compare(amount, '0') === 0) return false;
  const body = { money: { currency, amount }, bankAccountId: account.id, senderAccountId: sender.id };
  const paid = await executeCommand(services, fiatCommands(services), 'withdrawFiat', customerId, body);
  if (isCancelled)
    await transitionWithdrawal(services, fiatWithdrawals, paid.id, { to: 'cancelled', actor: 'customer', customerId });
  return true;
}

async function withdrawCrypto(
  services: Services,
  customerId: string,
  { currency, share }: Extract<ScenarioEvent, { kind: 'send' }>,
): Promise<boolean> {
  const { db } = services;
  const address = await db
    .selectFrom('blockchain_address')
    .select(['id', 'network_id'])
    .where('customer_id', '=', customerId)
    .where('status', '=', 'active')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  const fee = address && (await readNetworkTerms(db, address.network_id)).withdrawalFee;
  const amount = subtractFee(shareOf(await availableOf(db, customerId, currency), currency, share), fee ?? '0');
  if (!address || compare(amount, '0') === 0 || hasRealNode(services, address.network_id)) return false;
  const body = { money: { currency, amount }, addressId: address.id };
  await executeCommand(services, cryptoCommands(services), 'withdrawCrypto', customerId, body);
  return true;
}

/** A percentage of an amount, rounded down to at most two decimals. */
const shareOf = (available: string, currency: Currency, share: number): string =>
  convert(available, fromMinor(BigInt(share), 2), Math.min(decimalsOf(currency), 2), 'down');

async function findNewest(
  { db }: Services,
  customerId: string,
  direction: 'deposit' | 'withdrawal',
  status: FiatDepositStatus | FiatWithdrawalStatus,
) {
  return db
    .selectFrom('fiat_transaction')
    .select(['id', 'end_to_end_id'])
    .where('customer_id', '=', customerId)
    .where('direction', '=', direction)
    .where('status', '=', status)
    .orderBy('id', 'desc')
    .executeTakeFirst();
}
