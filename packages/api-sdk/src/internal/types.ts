import type { RequestOptions } from 'openapi-fetch';
import type { Operation } from '../errors.js';
import type { components, paths } from '../generated/schema.js';

type Schemas = components['schemas'];

/** The generated operation object of `POST /path`. */
type At<Op extends Operation> = Op extends `${infer Method} ${infer Path}`
  ? Path extends keyof paths
    ? Lowercase<Method> extends keyof paths[Path]
      ? paths[Path][Lowercase<Method>]
      : never
    : never
  : never;

/** The unwrapped result of an operation. */
export type Result<Op extends Operation> =
  At<Op> extends { responses: { 200: { content: { 'application/json': { result: infer T } } } } } ? T : never;

/** The JSON body of an operation. */
export type Body<Op extends Operation> =
  At<Op> extends { requestBody: { content: { 'application/json': infer T } } } ? T : never;

/** The query of an operation. */
export type Query<Op extends Operation> =
  At<Op> extends { parameters: { query?: infer T } } ? Omit<NonNullable<T>, 'dryRun' | 'recaptchaToken'> : never;

/** Result of freezing an account, with the case under which support finds it. */
export type AccountFreeze = Schemas['AccountFreeze'];
export type Done<Op extends Operation> = Exclude<Result<Op>, Schemas['Review'] | Schemas['ActReview']>;

/** The result of an operation's dry run. */
export type ReviewOf<Op extends Operation> = Extract<Result<Op>, Schemas['Review'] | Schemas['ActReview']>;

/** Request parameters that a resource passes to the transport. */
export type Init<Op extends Operation> = RequestOptions<At<Op>> & Traits;

export interface Traits {
  /** Sent without a token, so that signing in does not wait for a session that is being renewed. */
  isPublic?: boolean;
  /** Safe to repeat although the method is not GET. */
  isSafe?: boolean;
}

export type ActReview = Schemas['ActReview'];
export type AuthUser = Schemas['AuthUser'];
export type AutoRedemption = Schemas['AutoRedemption'];
export type BankAccount = Schemas['BankAccount'];
export type BankAccountFields = Schemas['BankAccountFields'];
export type Blocker = Schemas['Blocker'];
export type BlockchainAddress = Schemas['BlockchainAddress'];
export type Challenge = Schemas['Challenge'];
export type Check = Schemas['Check'];
export type CheckGroup = Schemas['CheckGroup'];
export type Config = Schemas['Config'];
export type CorporateExtras = Schemas['CorporateExtras'];
export type CryptoTransaction = Schemas['CryptoTransaction'];
export type DepositAccount = Schemas['DepositAccount'];
export type DepositAddress = Schemas['DepositAddress'];
export type ExportJob = Schemas['ExportJob'];
export type Fee = Schemas['Fee'];
export type FiatFee = Schemas['FiatFee'];
export type FiatTransaction = Schemas['FiatTransaction'];
export type Hold = Schemas['Hold'];
export type IdentityFields = Schemas['IdentityFields'];
export type HistoryEntry = Schemas['HistoryEntry'];
export type Limit = Schemas['Limit'];
export type Money = Schemas['Money'];
export type NextMove = Schemas['NextMove'];
export type Notification = Schemas['Notification'];
export type NotificationChannel = Schemas['NotificationChannel'];
export type NotificationKind = Schemas['NotificationKind'];
export type NotificationPage = Schemas['NotificationPage'];
export type NotificationPreference = Schemas['NotificationPreference'];
export type OtcOrder = Schemas['OtcOrder'];
export type OtcRate = Schemas['OtcRate'];
export type OtpSent = Schemas['OtpSent'];
export type Passkey = Schemas['Passkey'];
export type PaymentTerms = Schemas['PaymentTerms'];
export type PayoutRoute = Schemas['PayoutRoute'];
export type Precheck = Schemas['Precheck'];
export type RecoveryCodes = Schemas['RecoveryCodes'];
export type Review = Schemas['Review'];
export type SandboxMailbox = Schemas['SandboxMailbox'];
export type SecurityCheckup = Schemas['SecurityCheckup'];
export type SecurityLogEntry = Schemas['SecurityLogEntry'];
export type SenderAccount = Schemas['SenderAccount'];
export type SignIn = Schemas['SignIn'];
export type Statement = Schemas['Statement'];
export type TimelineEntry = Schemas['TimelineEntry'];
export type UserAccount = Schemas['UserAccount'];
export type Valuation = Schemas['Valuation'];
export type VerificationCase = Schemas['VerificationCase'];
export type VerificationDocument = Schemas['VerificationDocument'];
export type VerificationKind = Schemas['VerificationKind'];
export type VerificationPerson = Schemas['VerificationPerson'];
export type VerificationPersonFields = Schemas['VerificationPersonFields'];
export type VerificationReason = Schemas['VerificationReason'];
export type VerificationRequirement = Schemas['VerificationRequirement'];
export type WalletAccount = Schemas['WalletAccount'];
