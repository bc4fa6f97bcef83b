import { type Currency, decimalsOf, type NetworkIdValue } from '@wusd/api-sdk/domain';
import { compare, convert, fromMinor, toMinor } from '@wusd/api-sdk/money';
import type { FiatDepositStatus, FiatWithdrawalStatus } from '../platform/database/column-types.ts';
import { transact } from '../platform/database/database.ts';
import { autoRedemptionCommands } from '../domains/exchange/auto-redemption/handlers.ts';
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
import type { Commands, AnyCommand, AnyCall } from '../commands/command.ts';
import type { CommandName, Call, CommandResult } from '../platform/contract/operations.ts';
import { AppError } from '../platform/errors/app-error.ts';
import { scaleOf } from '../platform/registry/currencies.ts';
import { runJobsOnce } from '../composition/workers.ts';
import { returnPayment } from './bank.ts';
import { simulatedAddress } from './chain.ts';
import { type ScenarioEvent, generateScenario } from './scenario.ts';
import { decide } from './operations.ts';
import { simulateTransfer, hasRealNode } from './transfers.ts';
import { simulateStatementCredit, riskySender, simulateDeclaredWire } from './wires.ts';

export interface ScenarioCounts {
  happened: number;
  /** What there was no money for, or was not allowed. */
  refused: number;
}

/** Time as a replay passes it: every node's, or one of the past. */
export interface ScenarioClock {
  /** Never back. */
  moveTo(time: Date): Promise<void>;
}

const dayMs = 24 * 60 * 60_000;
const landlordsKey = 2n ** 31n - 4n;
const bank = 'dbs';
/** How long what was begun is given until the next thing begins. */
const settlingMs = 30_000;

/**
 * Lives the days that follow from a seed, each thing by the way that customers, chains, banks and operators do it.
 *
 * @param services whose clock is the one that passes
 */
export async function runScenario(
  services: Services,
  customer: Pick<Customer, 'id' | 'fullName' | 'accountType'>,
  { seed, days }: { seed: number; days: number },
  passing: ScenarioClock,
): Promise<ScenarioCounts> {
  // What came before is of before.
  await runJobsOnce(services);
  // Days begin at midnight in UTC.
  const beginning = Math.ceil(services.clock.now().getTime() / dayMs) * dayMs;
  const lived: ScenarioCounts = { happened: 0, refused: 0 };
  for (const { at, event } of generateScenario(seed, days, customer.accountType === 'corporate' ? 25 : 1)) {
    const time = beginning + at * 1000;
    await passing.moveTo(new Date(time));
    const isDone = await happen(services, customer, event).catch((error: unknown) => {
      if (error instanceof AppError) return false;
      throw error;
    });
    lived[isDone ? 'happened' : 'refused'] += 1;
    await runJobsOnce(services);
    await passing.moveTo(new Date(time + settlingMs));
    await runJobsOnce(services);
  }
  await passing.moveTo(new Date(beginning + days * dayMs));
  await runJobsOnce(services);
  return lived;
}

/** @returns whether it came about @throws AppError where its customer may not */
async function happen(
  services: Services,
  customer: Pick<Customer, 'id' | 'fullName'>,
  happening: ScenarioEvent,
): Promise<boolean> {
  const { id: customerId } = customer;
  switch (happening.kind) {
    case 'bank account saved':
      return save(services, customer, happening.currency);
    case 'address saved':
      return saveLandlords(services, customerId, happening.networkId);
    case 'transfer':
      return receive(services, customerId, happening);
    case 'wire':
      return wire(services, customerId, happening);
    case 'held wire rejected': {
      const held = await newest(services, customerId, 'deposit', 'processing');
      if (held) await decide(services, held.id, 'rejected', 'not-yours');
      return held !== undefined;
    }
    case 'swap':
      return swap(services, customerId, happening);
    case 'payout':
      return payOut(services, customerId, happening);
    case 'payout returned':
      return returnPayout(services, customerId);
    case 'send':
      return sendOn(services, customerId, happening);
    case 'auto-redemption on':
      await act(services, autoRedemptionCommands(services), 'turnOnAutoRedemption', customerId, undefined);
      return true;
  }
}

async function receive(
  services: Services,
  customerId: string,
  { currency, networkId, amount }: Extract<ScenarioEvent, { kind: 'transfer' }>,
): Promise<boolean> {
  if (!isNetworkOffered(currency, networkId) || hasRealNode(services, networkId)) return false;
  await simulateTransfer(services, { customerId, networkId, currency, amount: toMinor(amount, scaleOf(currency)) });
  return true;
}

async function returnPayout(services: Services, customerId: string): Promise<boolean> {
  const paid = await newest(services, customerId, 'withdrawal', 'completed');
  return paid?.end_to_end_id !== null && paid !== undefined && returnPayment(services.db, paid.end_to_end_id, 0n);
}

async function save(
  services: Services,
  { id, fullName }: Pick<Customer, 'id' | 'fullName'>,
  currency: Currency,
): Promise<boolean> {
  const isDollars = currency === 'USD';
  const saved = await act(services, bankAccountCommands(services), 'addBankAccount', id, {
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
  // Looked at first: only what is active can be.
  await runJobsOnce(services);
  if (isDollars) await setDefaultBankAccount(services, id, saved.id);
  return true;
}

async function saveLandlords(services: Services, customerId: string, networkId: NetworkIdValue): Promise<boolean> {
  const body = { label: 'Landlord', networkId, address: simulatedAddress(networkId, landlordsKey) };
  await act(services, blockchainAddressCommands(services), 'addBlockchainAddress', customerId, body);
  return true;
}

async function wire(
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
  const declared = await act(services, fiatCommands(services), 'declareFiatDeposit', customerId, body);
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

async function payOut(
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
  const paid = await act(services, fiatCommands(services), 'withdrawFiat', customerId, body);
  if (isCancelled)
    await transitionWithdrawal(services, fiatWithdrawals, paid.id, { to: 'cancelled', actor: 'customer', customerId });
  return true;
}

async function sendOn(
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
  await act(services, cryptoCommands(services), 'withdrawCrypto', customerId, body);
  return true;
}

/** A customer's own act, past its review and its codes. */
function act<Name extends CommandName>(
  { db }: Services,
  acts: Commands,
  name: Name,
  customerId: string,
  body: Call<Name>['body'],
): Promise<CommandResult<Name>> {
  const caller = { customerId, sessionId: '', scopes: [] };
  // What an act reads of its request when it is done is the language of its answer; of files there are none.
  const call: AnyCall = {
    path: {},
    query: {},
    body,
    caller,
    language: undefined,
    client: { headers: {}, ip: '203.0.113.7' },
    uploads: () => [],
    setHeader: () => {},
    verifyCaptcha: async () => {},
  };
  return transact(db, async (trx) => {
    const byName: Partial<Record<CommandName, AnyCommand>> = acts;
    const found = byName[name];
    if (!found?.execute) throw new Error(`There is no ${name}`);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `Commands` pairs the name with this result
    return (await found.execute(call, trx, [])) as CommandResult<Name>;
  });
}

/** Hundredths of an amount, cut to what its currency is shown in. */
const shareOf = (available: string, currency: Currency, share: number): string =>
  convert(available, fromMinor(BigInt(share), 2), Math.min(decimalsOf(currency), 2), 'down');

async function newest(
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
