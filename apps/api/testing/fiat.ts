import type { BankAccount } from '@wusd/api-sdk';
import type { Rail } from '@wusd/api-sdk/domain';
import { transact } from '../src/platform/database/database.ts';
import { saveBankAccount } from '../src/domains/destinations/bank-accounts/accounts.ts';
import { transitionBankAccountWithin } from '../src/domains/destinations/bank-accounts/transitions.ts';
import type { BankAccountFields } from '../src/domains/destinations/bank-accounts/requirements.ts';
import { decryptFields } from '../src/domains/destinations/bank-accounts/responses.ts';
import { lockCustomer } from '../src/commands/customers.ts';
import { readRailFee, toFiatMinor } from '../src/domains/transfers/fiat/terms.ts';
import { requestFiatWithdrawal } from '../src/domains/transfers/fiat/withdrawals.ts';
import type { Services } from '../src/domains/services.ts';

let next = 1_000_000;

const accounts = {
  'SWIFT SGD': (): BankAccount['fields'] => ({
    label: `Own ${(next += 1)}`,
    beneficiaryName: 'Mei Tan',
    beneficiaryAddress: '1 Raffles Place',
    accountNumber: String(next),
    bankName: 'DBS',
    country: 'SG',
    currency: 'SGD',
    rail: 'SWIFT',
    swiftCode: 'DBSSSGSG',
    purposeOfTransfer: 'Own funds',
  }),
  'ACH USD': (): BankAccount['fields'] => ({
    label: 'Chase',
    beneficiaryName: 'Mei Tan',
    bankCode: '021000021',
    accountNumber: String((next += 1)),
    bankType: 'checking',
    bankName: 'JPMorgan Chase',
    country: 'US',
    currency: 'USD',
    rail: 'ACH',
  }),
  'SEPA EUR': (): BankAccount['fields'] => ({
    label: 'Sparkasse',
    beneficiaryName: 'Mei Tan',
    iban: 'DE89370400440532013000',
    country: 'DE',
    currency: 'EUR',
    rail: 'SEPA',
  }),
  'FPS HKD': (): BankAccount['fields'] => ({
    label: 'HSBC',
    beneficiaryName: 'Mei Tan',
    bankCode: '004',
    accountNumber: String((next += 1)),
    bankName: 'HSBC',
    country: 'HK',
    currency: 'HKD',
    rail: 'FPS',
  }),
  'FPS GBP': (): BankAccount['fields'] => ({
    label: 'Barclays',
    beneficiaryName: 'Mei Tan',
    bankCode: '200415',
    accountNumber: '38290008',
    bankName: 'Barclays',
    country: 'GB',
    currency: 'GBP',
    rail: 'FPS',
  }),
};

type RailOfPayee = keyof typeof accounts extends `${infer R} ${string}` ? R : never;
type RailWithoutPayee = Exclude<Rail, RailOfPayee>;
/**
 * One bank account for each rail, and for each currency that changes its fields. A missing rail is a compile error.
 */
export const payees: typeof accounts & Record<RailWithoutPayee, () => BankAccount['fields']> = accounts;

/** Saves a bank account that is screened and whose waiting period has ended. @returns its id */
export async function saveOldBankAccount(
  services: Services,
  customerId: string,
  fields: BankAccountFields = payees['SWIFT SGD'](),
): Promise<string> {
  return transact(services.db, async (trx) => {
    const customer = await lockCustomer(trx, services.vault, customerId);
    const id = await saveBankAccount(trx, services, customer, fields);
    await transitionBankAccountWithin(trx, services, id, { to: 'active', actor: 'system' });
    await trx.updateTable('bank_account').set({ payouts_from: services.clock.now() }).where('id', '=', id).execute();
    return id;
  });
}

export interface AskedFiatWithdrawal {
  customerId: string;
  bankAccountId: string;
  /** In the account's currency, without the rail's fee. */
  amount: string;
  partnerId?: string;
  /** @default now */
  payoutsFrom?: Date;
}

/** Requests a withdrawal without preview and codes. @returns its id */
export async function askFiatWithdrawal(
  services: Services,
  { customerId, bankAccountId, amount, partnerId = 'dbs', payoutsFrom }: AskedFiatWithdrawal,
): Promise<string> {
  return transact(services.db, async (trx) => {
    const customer = await lockCustomer(trx, services.vault, customerId);
    const account = await trx
      .selectFrom('bank_account')
      .selectAll()
      .where('id', '=', bankAccountId)
      .executeTakeFirstOrThrow();
    const { currency } = account;
    return requestFiatWithdrawal(trx, services, {
      customer,
      partnerId,
      currency,
      amount: toFiatMinor(amount, currency),
      fee: toFiatMinor(await readRailFee(trx, account.rail, currency), currency),
      destination: {
        id: account.id,
        payee: decryptFields(services.vault, account),
        payoutsFrom: payoutsFrom ?? services.clock.now(),
      },
      purpose: undefined,
    });
  });
}
