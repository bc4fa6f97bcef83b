import {
  currencies,
  currencyKinds,
  decimals,
  errorCodes,
  type errors,
  type Network,
  type partners,
  type rails,
  type scopes,
} from '../generated/domain.js';

export {
  accountTypes,
  businessTypes,
  CheckType,
  currencies,
  currencyKinds,
  destinationStatuses,
  errorCodes,
  errorDetails,
  errors,
  eventTypes,
  genders,
  identityStatuses,
  idTypes,
  languages,
  maxPasskeys,
  Network,
  networkNames,
  nextActions,
  notificationChannels,
  notificationKinds,
  orderStatuses,
  partners,
  rails,
  risks,
  SceneType,
  scopes,
  scopeTree,
  transactionStatuses,
  userStatuses,
} from '../generated/domain.js';

/** Id of a blockchain network. */
export type NetworkIdValue = (typeof Network)[keyof typeof Network];
export type Currency = (typeof currencies)[number];
export type Scope = (typeof scopes)[number];
export type Rail = (typeof rails)[number];
export type PartnerId = (typeof partners)[number];
/** Symbolic name of an entry of the error catalogue, e.g. `CODE_INCORRECT`. */
export type ErrorName = keyof typeof errorCodes;
/** Five digits, e.g. `11001`. */
export type ErrCode = (typeof errors)[ErrorName]['code'];

/**
 * Decimal places for displaying and sending amounts of a currency; nine for currencies that the contract does not name.
 */
export function decimalsOf(currency: string): number {
  return (decimals as Record<string, number>)[currency] ?? decimals.others;
}

/**
 * A person's name in any script: letters with combining marks, digits, spaces and name punctuation. It is not part of
 * the JSON schema, because some validators do not treat patterns as Unicode.
 */
export const personName = /^(?=.*\p{L})[\p{L}\p{M}\p{N} .,'’ʼ‘`´&@/()·・‧°\-‐–\u200C\u200D]+$/u;

export function isCurrency(text: string): text is Currency {
  return (currencies as readonly string[]).includes(text);
}

export function kindOf(currency: Currency): 'crypto' | 'fiat' {
  return currencyKinds[currency];
}

/** The catalogue name of a code; undefined for a code of a newer server that this version does not know. */
export function errorName(errCode: string): ErrorName | undefined {
  return (Object.keys(errorCodes) as ErrorName[]).find((name) => errorCodes[name] === errCode);
}
