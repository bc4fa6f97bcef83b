import type { BankAccount, Body, MfaCheck, Review, WalletClient } from '@wusd/api-sdk';
import { findCustomer } from '../src/commands/customers.ts';
import type { Call, Caller } from '../src/platform/contract/operations.ts';
import { transact } from '../src/platform/database/database.ts';
import { screenBankAccounts } from '../src/domains/destinations/bank-accounts/transitions.ts';
import { screenAddresses } from '../src/domains/destinations/blockchain-addresses/addresses.ts';
import { cryptoCommands } from '../src/domains/transfers/crypto/commands.ts';
import { sendWithdrawals } from '../src/domains/transfers/crypto/send-withdrawals.ts';
import { fiatCommands } from '../src/domains/transfers/fiat/commands.ts';
import { acceptFiatWithdrawals } from '../src/domains/transfers/fiat/pay-withdrawals.ts';
import type { Services } from '../src/domains/services.ts';
import { simulatedAddress } from '../src/sandbox/chain.ts';
import { payees } from './fiat.ts';
import { putCodes } from './codes.ts';
import { present } from '@wusd/server-kit/testing/present';

export interface Withdrawn {
  id: string;
  status: string;
  /** The id of the saved recipient. */
  recipientId: string;
  hold?: { reasonCode: string; until?: string | undefined } | undefined;
}
/** A preview and the codes for its intent. */
export interface Proof {
  intent: Review;
  mfa: MfaCheck[];
}

/** Common interface of withdrawals that save a new address or bank account. */
export interface SavingWithdrawals<Fields> {
  currency: 'WUSD' | 'SGD';
  table: 'blockchain_address' | 'bank_account';
  payments: 'crypto_transaction' | 'fiat_transaction';
  scene: 6 | 7;
  addScene: 8 | 10;
  savedAct: string;
  fee: string;
  path: string;
  /** The body without its recipient, for 20.00. */
  rest: object;
  savedId: object;
  /** Returns a recipient that is not saved yet. */
  fresh: () => Fields;
  review: (newRecipient: Fields, amount?: string, by?: WalletClient) => Promise<Review>;
  withdraw: (newRecipient: Fields, proof: Proof, amount?: string, by?: WalletClient) => Promise<Withdrawn>;
  cancel: (id: string) => Promise<unknown>;
  screen: () => Promise<void>;
  pay: () => Promise<void>;
  /** Calls the command directly with a caller's scopes, bypassing the routes. */
  preview: (caller: Caller) => Promise<unknown>;
  execute: (caller: Caller) => Promise<unknown>;
}

let next = 8_000n;
const tokenOf = (action: string): string => `simulated:${action}:new-${(next += 1n)}`;

export type AddressFields = Body<'POST /blockchain-address'>;
export type AccountFields = BankAccount['fields'];
export const freshAddress = (): AddressFields & { networkId: 3 } => ({
  label: `New ${(next += 1n)}`,
  address: simulatedAddress(3, next),
  networkId: 3,
});

const callOf = <T>(body: T, caller: Caller) => ({
  path: {},
  query: {},
  body,
  caller,
  language: undefined,
  client: { ip: '203.0.113.7', headers: {} },
  uploads: () => [],
  setHeader: () => {},
  verifyCaptcha: async () => {},
});

async function executionOf<C extends Call<'withdrawCrypto'> | Call<'withdrawFiat'>>(
  { db, vault }: Services,
  call: C,
): Promise<{ call: C; customer: NonNullable<Awaited<ReturnType<typeof findCustomer>>>; prepared: undefined }> {
  const customer = await findCustomer(db, vault, call.caller.customerId);
  return { call, customer: present(customer), prepared: undefined };
}

/** @param by returns the client of the customer's current session */
export function savingAddresses(services: Services, by: () => WalletClient): SavingWithdrawals<AddressFields> {
  const bodyOf = (newRecipient: AddressFields, amount: string) => ({
    money: { currency: 'WUSD' as const, amount },
    newRecipient,
  });
  const command = present(cryptoCommands(services).withdrawCrypto);
  return {
    currency: 'WUSD',
    table: 'blockchain_address',
    payments: 'crypto_transaction',
    scene: 6,
    addScene: 10,
    savedAct: 'address saved',
    fee: '5.00',
    path: '/crypto-transaction/withdraw',
    rest: { money: { currency: 'WUSD', amount: '20.00' } },
    savedId: { addressId: 'adr_01hqxyz0000000000000' },
    fresh: freshAddress,
    review: (fields, amount = '20.00', api = by()) => api.cryptoTransactions.reviewWithdrawal(bodyOf(fields, amount)),
    async withdraw(fields, proof, amount = '20.00', api = by()) {
      const options = { ...proof, captcha: tokenOf('crypto_withdraw') };
      const { addressId = '', ...rest } = await api.cryptoTransactions.withdraw(bodyOf(fields, amount), options);
      return { ...rest, recipientId: addressId };
    },
    cancel: (id) => by().cryptoTransactions.cancel(id),
    screen: () => screenAddresses(services),
    pay: () => sendWithdrawals(services),
    preview: (caller) => command.preview(callOf(bodyOf(freshAddress(), '20.00'), caller)),
    async execute(caller) {
      const execution = await executionOf(services, callOf(bodyOf(freshAddress(), '20.00'), caller));
      return transact(services.db, (trx) => command.execute([execution], trx));
    },
  };
}

/** @param by returns the client of the customer's current session */
export function savingAccounts(services: Services, by: () => WalletClient): SavingWithdrawals<AccountFields> {
  const bodyOf = (newRecipient: AccountFields, amount: string) => ({
    money: { currency: 'SGD' as const, amount },
    senderAccountId: 'dbs-sgd',
    newRecipient,
  });
  const command = present(fiatCommands(services).withdrawFiat);
  const fresh = payees['SWIFT SGD'];
  return {
    currency: 'SGD',
    table: 'bank_account',
    payments: 'fiat_transaction',
    scene: 7,
    addScene: 8,
    savedAct: 'bank account saved',
    fee: '25.00',
    path: '/fiat-transaction/withdraw',
    rest: { money: { currency: 'SGD', amount: '20.00' }, senderAccountId: 'dbs-sgd' },
    savedId: { bankAccountId: 'bnk_01hqxyz0000000000000' },
    fresh,
    review: (fields, amount = '20.00', api = by()) => api.fiatTransactions.reviewWithdrawal(bodyOf(fields, amount)),
    async withdraw(fields, proof, amount = '20.00', api = by()) {
      const options = { ...proof, captcha: tokenOf('fiat_withdraw') };
      const { bankAccountId = '', ...rest } = await api.fiatTransactions.withdraw(bodyOf(fields, amount), options);
      return { ...rest, recipientId: bankAccountId };
    },
    cancel: (id) => by().fiatTransactions.cancel(id),
    screen: () => screenBankAccounts(services),
    pay: () => acceptFiatWithdrawals(services),
    preview: (caller) => command.preview(callOf(bodyOf(fresh(), '20.00'), caller)),
    async execute(caller) {
      const execution = await executionOf(services, callOf(bodyOf(fresh(), '20.00'), caller));
      return transact(services.db, (trx) => command.execute([execution], trx));
    },
  };
}

export async function proved(services: Services, intent: Review): Promise<Proof> {
  return { intent, mfa: await putCodes(services, intent.intentId) };
}
