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

/** A return from the bank that the wire arrived at, to the account that it came from. */
export interface FiatReturnPlan extends ReturnPlan {
  partnerId: string;
  payee: Payee;
  /** Names the original payment to the sender's bank. */
  remittance: string;
}

/**
 * What a return would send now, and to which account.
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
  // A reversed credit: the money belongs to whoever the line is matched to next.
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

/** A bank may deduct its charges from a return over SWIFT. Other rails send the whole amount back. */
const returnFee = async (db: Db, rail: Rail, currency: string): Promise<bigint> =>
  railCodesOf(rail).deductsReturnFee === true ? toFiatMinor(await readRailFee(db, rail, currency), currency) : 0n;

/** The rails of national clearing systems, by the code that statements give a bank's number (ISO 20022 external code). */
const clearingRails: ReadonlyMap<string, Rail> = new Map([
  ['USABA', 'ACH'],
  ['GBDSC', 'FPS'],
  ['HKNCC', 'FPS'],
]);

/** The valid details of an account, and its country. */
type ValidAccount = SenderAccount & { country: string };

/** Leaves out an IBAN or BIC that is malformed. @throws ReturnBlocked `sender-unknown` where no country is known */
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

/** Rails that the details of an account suffice for, the preferred one first. */
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
 * The sender's account as the recipient of a payout, by the first rail that the bank offers and the statement has every
 * detail for.
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
 * Orders a return as it was planned.
 *
 * @returns the id of the return (ftx_…)
 * @throws AppError NOT_FOUND; ReturnBlocked `changed` where another amount would be sent now
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
