import type { Rail } from '@wusd/api-sdk/domain';
import validator from 'validator';
import type { Db, Trx } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { currencyOf } from '@wusd/server-kit/registry/currencies';
import { railCodesOf } from '@wusd/server-kit/registry/rails';
import { suspenseAccount } from '../../../ledger/ledger.ts';
import type { Payee, SenderAccount, WireSender } from '../../../gateways/ports.ts';
import { isProhibited } from '../../compliance/prohibited-countries.ts';
import { requirementsFor } from '../../destinations/bank-accounts/requirements.ts';
import { toScreenedParty } from '../../destinations/bank-accounts/screened-party.ts';
import type { Services } from '../../services.ts';
import { requestReturn, type ReturnOrder, type ReturnPlan } from '../core/return-requests.ts';
import { returnableAmount, ReturnBlocked } from '../core/returns.ts';
import { lockTransfer, typedRow } from '../core/transactions.ts';
import { sendersBy } from './accounts.ts';
import { fiatDeposits } from './deposits.ts';
import { openLine } from './statements.ts';
import { readRailFee, toFiatMinor } from './terms.ts';
import { type FiatDepositRow, sealDetails } from './transactions.ts';
import { fiatWithdrawals, newEndToEndId } from './withdrawals.ts';

/** A return from the bank that received the wire to the account that sent it. */
export interface FiatReturnPlan extends ReturnPlan {
  partnerId: string;
  payee: Payee;
  /** Text that identifies the original payment to the sender's bank. */
  remittance: string;
}

/**
 * Plans the amount and the recipient account of a return.
 *
 * @throws AppError NOT_FOUND; ReturnBlocked
 */
export async function planFiatReturn(services: Services, id: string): Promise<FiatReturnPlan> {
  const { db, gateways } = services;
  const found = await db
    .selectFrom('fiat_transaction')
    .selectAll()
    .where('id', '=', id)
    .where('direction', '=', 'deposit')
    .executeTakeFirst();
  if (!found) throw new AppError('NOT_FOUND');
  const row = typedRow(fiatDeposits, found);
  const { total, line } = await assertReturnable(db, row);
  const { currency, partner_id: partnerId } = row;
  const { sender, endToEndId } = await readLine(services, partnerId, line);
  const payee = payeeOf(services, row, sender);
  const fee = await returnFee(db, payee.rail, currency);
  if (total <= fee) throw new ReturnBlocked('below-fee');
  const risk = await gateways.screening.screenParty(toScreenedParty(payee));
  const remittance = `Return ${endToEndId ?? line}`;
  return { depositId: id, partnerId, currency, amount: total - fee, fee, risk, payee, remittance };
}

/** @returns minor units, and the bank's id of the wire @throws ReturnBlocked */
async function assertReturnable(reader: Db | Trx, row: FiatDepositRow): Promise<{ total: bigint; line: string }> {
  if (row.status !== 'rejected') throw new ReturnBlocked('not-rejected');
  const { statement_line: line } = row;
  // The credit was reversed, so the money belongs to the customer to whom the line is matched next.
  if (line === null) throw new ReturnBlocked('unmatched-line');
  return { total: await returnableAmount(reader, 'fiat_transaction', row), line };
}

async function readLine(services: Services, partnerId: string, line: string): Promise<ReturnType<typeof openLine>> {
  const row = await services.db
    .selectFrom('bank_line')
    .select(['partner_id', 'line', 'details_sealed'])
    .where('partner_id', '=', partnerId)
    .where('line', '=', line)
    .executeTakeFirst();
  return row ? openLine(services, row) : {};
}

/** A bank may deduct its charges from a return over SWIFT. Other rails return the full amount. */
const returnFee = async (db: Db, rail: Rail, currency: string): Promise<bigint> =>
  railCodesOf(rail).deductsReturnFee === true ? toFiatMinor(await readRailFee(db, rail, currency), currency) : 0n;

/** Rails of national clearing systems, by the clearing system code in statements (ISO 20022 external code). */
const clearingRails: ReadonlyMap<string, Rail> = new Map([
  ['USABA', 'ACH'],
  ['GBDSC', 'FPS'],
  ['HKNCC', 'FPS'],
]);

/** The valid details of an account, and its country. */
type ValidAccount = SenderAccount & { country: string };

/** Omits a malformed IBAN or BIC. @throws ReturnBlocked `sender-unknown` if the country is unknown */
function validAccountOf({ account = {}, country: residence }: WireSender): ValidAccount {
  const { iban, bic, ...numbers } = account;
  const validIban = iban !== undefined && validator.isIBAN(iban) ? iban : undefined;
  const validBic = bic !== undefined && validator.isBIC(bic) ? bic : undefined;
  const country = validIban?.slice(0, 2) ?? validBic?.slice(4, 6) ?? residence;
  if (country === undefined) throw new ReturnBlocked('sender-unknown');
  return {
    ...numbers,
    country,
    ...(validIban !== undefined && { iban: validIban }),
    ...(validBic !== undefined && { bic: validBic }),
  };
}

/** Returns the rails for which the details of an account suffice, the preferred rail first. */
function railsFor({ iban, accountNumber, bic, bankCode, clearingSystem = '' }: ValidAccount): Rail[] {
  const national =
    bankCode === undefined || accountNumber === undefined ? undefined : clearingRails.get(clearingSystem);
  return [
    ...(iban === undefined ? [] : (['SEPA'] as const)),
    ...(national === undefined ? [] : [national]),
    ...(bic === undefined || (iban ?? accountNumber) === undefined ? [] : (['SWIFT'] as const)),
  ];
}

/**
 * Converts the sender's account to a payout recipient, for the first rail that the bank offers and that has all details
 * in the statement.
 *
 * @throws ReturnBlocked `sender-unknown`, `prohibited-country`
 */
function payeeOf(
  services: Services,
  { currency: code, partner_id: partnerId }: FiatDepositRow,
  sender: WireSender | undefined,
): Payee {
  if (sender === undefined) throw new ReturnBlocked('sender-unknown');
  const account = validAccountOf(sender);
  const { country, iban, accountNumber, bic, bankCode, bankName } = account;
  if (isProhibited(services, country)) throw new ReturnBlocked('prohibited-country');
  const currency = currencyOf(code);
  const rail = railsFor(account).find(
    (each) =>
      sendersBy(services, currency, each).some((from) => from.partnerId === partnerId) &&
      requirementsFor(services, { country, currency, rail: each }) !== undefined,
  );
  if (rail === undefined) throw new ReturnBlocked('sender-unknown');
  return {
    label: 'Sender',
    beneficiaryName: sender.name,
    country,
    currency,
    rail,
    ...(iban === undefined ? { accountNumber } : { iban }),
    ...(bic !== undefined && { swiftCode: bic }),
    ...(bankCode !== undefined && { bankCode }),
    ...(bankName !== undefined && { bankName }),
  };
}

/**
 * Requests a return with the previewed amounts.
 *
 * @returns the id of the return (ftx_…)
 * @throws AppError NOT_FOUND; ReturnBlocked `changed` if the amount has changed since the preview
 */
export async function requestFiatReturn(
  trx: Trx,
  services: Services,
  plan: FiatReturnPlan,
  order: ReturnOrder,
): Promise<string> {
  const row = await lockTransfer(trx, services, fiatDeposits, plan.depositId);
  if (!row) throw new AppError('NOT_FOUND');
  if ((await assertReturnable(trx, row)).total !== plan.amount + plan.fee) throw new ReturnBlocked('changed');
  const { partnerId, payee, remittance: purpose } = plan;
  const suspense = await suspenseAccount(trx, services.clock, partnerId, row.currency);
  return requestReturn(trx, services, fiatWithdrawals, row, { plan, order, suspense }, (columns) =>
    trx
      .insertInto('fiat_transaction')
      .values({
        ...columns,
        partner_id: partnerId,
        rail: payee.rail,
        end_to_end_id: newEndToEndId(columns.id),
        details_sealed: sealDetails(services, columns.id, { payee, purpose }),
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}
