import type { BankAccount } from '@wusd/api-sdk';
import type { Rail } from '@wusd/api-sdk/domain';
import validator from 'validator';
import { AppError } from '../../../platform/errors/app-error.ts';
import { lookUp } from '@wusd/server-kit/registry/lookup';
import { isProhibited, findProhibitedField } from '../../compliance/prohibited-countries.ts';
import { offering } from '../../config/offering.ts';
import type { Services } from '../../services.ts';

export type BankAccountFields = BankAccount['fields'];
type Name = Exclude<keyof BankAccountFields, 'country' | 'currency' | 'rail'>;

/** A field of a form, with its rule. */
export interface Requirement {
  /** JSON pointer into the fields. */
  field: `/${Name}`;
  isRequired: boolean;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  /** Algorithm that verifies the check digits. */
  checkDigits?: 'IBAN' | 'ABA';
  example?: string;
}

/** The country, currency and rail that determine the fields of a form. */
export interface RequirementsQuery {
  country: string;
  currency: string;
  rail: string;
}

const ibanCountries = new Set<string>(validator.ibanLocales);
/** Countries whose banks accept SEPA payments (European Payments Council, EPC409-09). */
const sepaCountries = new Set(
  'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM VA'.split(
    ' ',
  ),
);
const required = (field: Requirement['field'], rule: Partial<Requirement> = {}): Requirement => ({
  field,
  isRequired: true,
  ...rule,
});
const optional = (field: Requirement['field'], rule: Partial<Requirement> = {}): Requirement => ({
  field,
  isRequired: false,
  ...rule,
});
const text = { maxLength: 140 };
const label = required('/label', { minLength: 1, maxLength: 40 });
const name = required('/beneficiaryName', { minLength: 1, ...text });
const bic = { pattern: '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$', example: 'DBSSSGSG' };
const iban = required('/iban', {
  pattern: String.raw`^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$`,
  maxLength: 34,
  checkDigits: 'IBAN',
});
const number = (digits: string, rule: Partial<Requirement> = {}): Requirement =>
  required('/accountNumber', { pattern: String.raw`^\d{${digits}}$`, ...rule });
const clearingCode = (digits: number, rule: Partial<Requirement> = {}): Requirement =>
  required('/bankCode', { pattern: String.raw`^\d{${digits}}$`, maxLength: digits, ...rule });

/** The country of each currency's faster payment system. */
const fpsCountries: ReadonlyMap<string, string> = new Map([
  ['HKD', 'HK'],
  ['GBP', 'GB'],
]);

/** The countries that a rail reaches, and the account fields that it needs. */
interface RailRules {
  reaches(country: string, currency: string): boolean;
  /** Ordered as in the form. */
  fields(country: string): Requirement[];
}

const railRules = {
  SWIFT: {
    reaches: () => true,
    fields: (country) => [
      label,
      name,
      required('/beneficiaryAddress', text),
      required('/bankName', text),
      required('/swiftCode', bic),
      ibanCountries.has(country)
        ? iban
        : required('/accountNumber', { pattern: '^[0-9A-Za-z-]{4,34}$', maxLength: 34, example: '0721234567' }),
      optional('/bankAddress', text),
      optional('/city', { minLength: 2, maxLength: 32 }),
      optional('/state', { maxLength: 32 }),
      optional('/postalCode', { maxLength: 16 }),
      required('/purposeOfTransfer', text),
      optional('/intermediaryBank'),
    ],
  },
  ACH: {
    reaches: (country) => country === 'US',
    fields: () => [
      label,
      name,
      clearingCode(9, { checkDigits: 'ABA', example: '021000021' }),
      number('4,17', { maxLength: 17 }),
      required('/bankType'),
      required('/bankName', text),
    ],
  },
  FPS: {
    reaches: (country, currency) => fpsCountries.get(currency) === country,
    fields: (country) => [
      label,
      name,
      ...(country === 'HK'
        ? [clearingCode(3, { example: '004' }), number('6,12', { maxLength: 12 })]
        : [clearingCode(6, { example: '200415' }), number('8', { maxLength: 8 })]),
      required('/bankName', text),
    ],
  },
  SEPA: {
    reaches: (country) => sepaCountries.has(country),
    fields: () => [label, name, iban, optional('/swiftCode', bic), optional('/bankName', text)],
  },
} satisfies Record<Rail, RailRules>;

/**
 * The fields of an account, in the order of the form.
 *
 * @returns undefined if the rail is not offered for the currency, or does not reach the country
 * @throws AppError COUNTRY_NOT_SUPPORTED
 */
export function requirementsFor(
  services: Pick<Services, 'gateways' | 'settings'>,
  { country, currency, rail }: RequirementsQuery,
): Requirement[] | undefined {
  if (isProhibited(services, country)) throw notSupported('country');
  const isOffered = offering(services).currencyRails.some((each) => each.currency === currency && each.rail === rail);
  const rules = lookUp<Rail, RailRules>('rail', railRules, rail);
  return isOffered && rules.reaches(country, currency) ? rules.fields(country) : undefined;
}

/**
 * Validates entered fields and normalizes them: trims text and removes empty fields.
 *
 * @throws AppError INVALID_REQUEST for the first field that is invalid, COUNTRY_NOT_SUPPORTED
 */
export function validateFields(
  services: Pick<Services, 'gateways' | 'settings'>,
  entered: BankAccountFields,
): BankAccountFields {
  const requirements = requirementsFor(services, entered);
  if (!requirements) throw invalidField('rail', 'not-offered');
  const allowed = new Set<string>(requirements.map(({ field }) => field.slice(1)));
  const fields = withoutBlanks(entered);
  const values = new Map(Object.entries(fields));
  for (const key of values.keys())
    if (!allowed.has(key) && !['country', 'currency', 'rail'].includes(key)) throw invalidField(key, 'not-asked-for');
  for (const requirement of requirements) assertField(requirement, values.get(requirement.field.slice(1)));
  const prohibited = findProhibitedField(services, fields);
  if (prohibited !== undefined) throw notSupported(prohibited);
  assertOneCountry(fields);
  return fields;
}

function withoutBlanks(entered: BankAccountFields): BankAccountFields {
  const filled = Object.entries(entered)
    .map(([key, value]) => [key, typeof value === 'string' ? value.trim() : value] as const)
    .filter(([, value]) => value !== '');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same fields; `assertField` rejects a missing one
  return Object.fromEntries(filled) as BankAccountFields;
}

/** @throws AppError INVALID_REQUEST */
function assertField({ field, isRequired, pattern, checkDigits }: Requirement, value: unknown): void {
  const key = field.slice(1);
  if (value === undefined && isRequired) throw invalidField(key, 'missing');
  if (typeof value !== 'string') return;
  if (pattern !== undefined && !new RegExp(pattern).test(value)) throw invalidField(key, 'malformed');
  if (checkDigits === 'IBAN' && !validator.isIBAN(value)) throw invalidField(key, 'check-digits');
  if (checkDigits === 'ABA' && !validator.isAbaRouting(value)) throw invalidField(key, 'check-digits');
}

/** Rejects an IBAN or BIC of another country, a mistake that misdirects payouts, and malformed bank codes. */
function assertOneCountry({ country, iban: entered, swiftCode, intermediaryBank }: BankAccountFields): void {
  if (entered !== undefined && ibanCountries.has(country) && entered.slice(0, 2) !== country)
    throw invalidField('iban', 'other-country');
  if (swiftCode !== undefined && !validator.isBIC(swiftCode)) throw invalidField('swiftCode', 'malformed');
  if (swiftCode !== undefined && !isBicOf(swiftCode, country)) throw invalidField('swiftCode', 'other-country');
  const { swift, aba } = intermediaryBank ?? {};
  if (swift !== undefined && !validator.isBIC(swift)) throw invalidField('intermediaryBank/swift', 'malformed');
  if (aba !== undefined && !validator.isAbaRouting(aba)) throw invalidField('intermediaryBank/aba', 'check-digits');
}

/** Territories whose banks have BICs of the country to which the territory belongs. */
const bicCountries: Readonly<Record<string, string>> = {
  AS: 'US',
  AX: 'FI',
  BL: 'FR',
  GF: 'FR',
  GG: 'GB',
  GP: 'FR',
  GU: 'US',
  IM: 'GB',
  JE: 'GB',
  MF: 'FR',
  MP: 'US',
  MQ: 'FR',
  NC: 'FR',
  PF: 'FR',
  PM: 'FR',
  PR: 'US',
  RE: 'FR',
  SJ: 'NO',
  VI: 'US',
  WF: 'FR',
  YT: 'FR',
};

function isBicOf(bic: string, country: string): boolean {
  const bicCountry = bic.slice(4, 6);
  return bicCountry === country || bicCountry === bicCountries[country];
}

const notSupported = (field: string): AppError => new AppError('COUNTRY_NOT_SUPPORTED', { field: `/body/${field}` });

const invalidField = (field: string, reasonCode: string): AppError =>
  new AppError('INVALID_REQUEST', { field: `/body/${field}`, reasonCode });
