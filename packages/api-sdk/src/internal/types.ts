import type { components, operations } from '../generated/schema.js';

type Schemas = components['schemas'];

/** What an operation answers, unwrapped. */
export type Result<Name extends keyof operations> = operations[Name]['responses'] extends {
  200: { content: { 'application/json': { result: infer T } } };
}
  ? T
  : never;

/** What an operation takes as JSON. */
export type Body<Name extends keyof operations> = operations[Name] extends {
  requestBody: { content: { 'application/json': infer T } };
}
  ? T
  : never;

/** What an act answers when it is done, which is not its review. */
export type Done<Name extends keyof operations> = Exclude<Result<Name>, Schemas['Review'] | Schemas['ActReview']>;

/** A search without its position: pages keep that. */
export type Query<Name extends keyof operations> = Omit<Body<Name>, 'cursor'>;

export type Review = Schemas['Review'];
export type ActReview = Schemas['ActReview'];
export type Money = Schemas['Money'];
export type WalletAccount = Schemas['WalletAccount'];
export type CryptoTransaction = Schemas['CryptoTransaction'];
export type FiatTransaction = Schemas['FiatTransaction'];
export type OtcOrder = Schemas['OtcOrder'];
export type BankAccount = Schemas['BankAccount'];
export type BankAccountFields = Schemas['BankAccountFields'];
export type BlockchainAddress = Schemas['BlockchainAddress'];
export type IdentityFields = Schemas['IdentityFields'];
export type UserAccount = Schemas['UserAccount'];
export type SignIn = Schemas['SignIn'];
