import { currencies, type Currency, type Rail, rails } from '@wusd/api-sdk/domain';
import type { MessageId } from '@wusd/i18n';
import * as v from 'valibot';
import isAbaRouting from 'validator/es/lib/isAbaRouting';
import isIBAN from 'validator/es/lib/isIBAN';
import { country, oneOf, problems, text } from '../forms/rules.ts';
import type { BankDraft } from './draft.ts';
import {
  type BankAccountFields,
  type IntermediaryBank,
  isIntermediary,
  nameOf,
  type Requirement,
  tidy,
} from './fields.ts';

/** Schema of a required text, from the server's description. */
export function requirementSchema(requirement: Requirement, bankCountry: string): v.GenericSchema<string> {
  const { minLength, maxLength, pattern, checkDigits } = requirement;
  const name = nameOf(requirement);
  const checks = [
    v.nonEmpty<string, MessageId>(problems.required),
    ...(minLength === undefined ? [] : [v.minLength<string, number, MessageId>(minLength, problems.tooShort)]),
    ...(maxLength === undefined ? [] : [v.maxLength<string, number, MessageId>(maxLength, problems.tooLong)]),
    ...(pattern === undefined
      ? []
      : [v.regex<string, MessageId>(new RegExp(pattern), 'bank.malformed' satisfies MessageId)]),
    ...(checkDigits === 'ABA'
      ? [v.check<string, MessageId>((aba) => isAbaRouting(aba), 'bank.checkDigits' satisfies MessageId)]
      : []),
    ...(checkDigits === 'IBAN'
      ? [
          v.check<string, MessageId>((iban) => isIBAN(iban), 'bank.checkDigits' satisfies MessageId),
          v.check<string, MessageId>((iban) => iban.startsWith(bankCountry), 'bank.otherCountry' satisfies MessageId),
        ]
      : []),
  ];
  const typed = v.pipe(
    v.string(),
    v.transform((value) => tidy(name, value)),
  );
  return checks.reduce<v.GenericSchema<string>>((schema, check) => v.pipe(schema, check), typed);
}

/** Schema of an optional text: empty, or as the server describes it. */
function optionalSchema(requirement: Requirement, bankCountry: string): v.GenericSchema<string> {
  const given = requirementSchema(requirement, bankCountry);
  return v.lazy((typed) => (typeof typed === 'string' && typed.trim() !== '' ? given : v.pipe(v.string(), v.trim())));
}

const bic = { field: '/swiftCode', isRequired: true, pattern: '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$' };

/** Loose, so that further fields of a saved account's intermediary bank are preserved. */
export const intermediarySchema = v.looseObject({ country, name: text(140), swift: requirementSchema(bic, '') });

export const waySchema = v.object({ country, currency: oneOf(currencies), rail: oneOf(rails) });

/** Values of the form. */
export interface BankForm {
  way: BankDraft['way'];
  texts: BankDraft['texts'];
  hasIntermediary: boolean;
  intermediary: IntermediaryBank;
}

/** @param requirements fields of the chosen rail; empty if no rail is chosen or it is not offered */
export function bankAccountSchema(
  requirements: readonly Requirement[],
  bankCountry: string,
): v.GenericSchema<BankForm> {
  const texts = requirements
    .filter((each) => !isIntermediary(each))
    .map((each) => [
      nameOf(each),
      v.optional((each.isRequired ? requirementSchema : optionalSchema)(each, bankCountry), ''),
    ]);
  const direct = v.looseObject({ way: waySchema, texts: v.object(Object.fromEntries(texts)) });
  const through = v.looseObject({ ...direct.entries, intermediary: intermediarySchema });
  const isOffered = requirements.some(isIntermediary);
  return v.lazy((typed) =>
    isOffered && (typed as BankForm).hasIntermediary ? through : direct,
  ) as unknown as v.GenericSchema<BankForm>;
}

const emptyIntermediary: IntermediaryBank = { country: '', name: '', swift: '' };

export function toForm({ way, texts, intermediary }: BankDraft): BankForm {
  return {
    way,
    texts,
    hasIntermediary: intermediary !== undefined,
    intermediary: intermediary ?? emptyIntermediary,
  };
}

export function toDraft({ way, texts, hasIntermediary, intermediary }: BankForm): BankDraft {
  return { way, texts, intermediary: hasIntermediary ? intermediary : undefined };
}

/** Builds the request with only the fields that the rail requires. */
export function fieldsOf(
  { way, texts, hasIntermediary, intermediary }: BankForm,
  requirements: readonly Requirement[],
): BankAccountFields {
  const isThrough = hasIntermediary && requirements.some(isIntermediary);
  return {
    ...(way as { country: string; currency: Currency; rail: Rail }),
    ...Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== '')),
    ...(isThrough && { intermediaryBank: intermediary }),
  } as BankAccountFields;
}
