import type { IdentityFields } from '@wusd/api-sdk/core';
import { businessTypes, genders, idTypes } from '@wusd/api-sdk/domain';
import type { MessageId } from '@wusd/i18n';
import * as v from 'valibot';
import { toE164 } from '../../shared/forms/phone.ts';
import { country, oneOf, optionalText, problems, text } from '../../shared/forms/rules.ts';

/** Every field of the contract, so that a new one is asked for in the form. */
const identity = v.object({
  fullName: text(140),
  gender: oneOf(genders),
  nationality: country,
  residence: country,
  idType: oneOf(idTypes),
  idNumber: text(40, 3),
  residentialAddress: v.object({
    addressLine: text(140),
    city: text(32, 2),
    postalCode: optionalText(16),
  }),
} satisfies Record<keyof IdentityFields, v.GenericSchema>);

/** Its authorised person is the one who registers it. */
const corporate = v.object({
  corporateName: text(140),
  businessType: oneOf(businessTypes),
  placeOfIncorporation: country,
  dateOfIncorporation: v.pipe(
    v.string(),
    v.nonEmpty(problems.required),
    v.isoDate(problems.notAccepted),
    v.check((date) => date <= new Date().toISOString().slice(0, 10), 'identity.inFuture' satisfies MessageId),
  ),
  registeredAddress: text(280),
});

/** What a registration asks for besides the account itself. */
export const detailsSchema = v.pipe(
  v.object({
    identity,
    phoneNumber: v.pipe(v.string(), v.trim(), v.nonEmpty(problems.required)),
    corporate: v.optional(corporate),
  }),
  // Written without its country code, it is a number of where one lives.
  v.forward(
    v.partialCheck(
      [['phoneNumber'], ['identity', 'residence']],
      ({ phoneNumber, identity: { residence } }) => toE164(phoneNumber, residence) !== undefined,
      'phone.invalid' satisfies MessageId,
    ),
    ['phoneNumber'],
  ),
);

/** What an identity verification that failed asks for again. */
export const resubmissionSchema = v.object({ identity });

/** As it is typed: what was not chosen yet is empty. */
export type DetailsInput = v.InferInput<typeof detailsSchema>;
export type Details = v.InferOutput<typeof detailsSchema>;
export type ResubmissionInput = v.InferInput<typeof resubmissionSchema>;
export type Resubmission = v.InferOutput<typeof resubmissionSchema>;

export const emptyIdentity: DetailsInput['identity'] = {
  fullName: '',
  gender: '',
  nationality: '',
  residence: '',
  idType: '',
  idNumber: '',
  residentialAddress: { addressLine: '', city: '', postalCode: '' },
};
export const emptyCorporate: NonNullable<DetailsInput['corporate']> = {
  corporateName: '',
  businessType: '',
  placeOfIncorporation: '',
  dateOfIncorporation: '',
  registeredAddress: '',
};

/** What may be kept of it while it is typed: all but the number of the document. */
export function toDraft(typed: DetailsInput): DetailsInput {
  return { ...typed, identity: { ...typed.identity, idNumber: '' } };
}

/** What was kept, as far as it is what it should be. */
export function fromDraft(kept: unknown, accountType: 'individual' | 'corporate'): DetailsInput {
  const empty = { identity: emptyIdentity, phoneNumber: '' };
  return filled(accountType === 'corporate' ? { ...empty, corporate: emptyCorporate } : empty, kept);
}

/** Texts of `kept` in the places where `empty` has one. */
function filled<T extends object>(empty: T, kept: unknown): T {
  const found = (typeof kept === 'object' && kept !== null ? kept : {}) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(empty).map(([name, value]: [string, unknown]) => {
      const text = found[name];
      if (typeof value === 'object' && value !== null) return [name, filled(value, text)];
      return [name, typeof text === 'string' ? text : value];
    }),
  ) as T;
}
