import type { IdentityFields } from '@wusd/api-sdk/core';
import { businessTypes, genders, idTypes } from '@wusd/api-sdk/domain';
import type { MessageId } from '@wusd/i18n';
import * as v from 'valibot';
import { toE164 } from '../../shared/forms/phone.ts';
import { country, name, oneOf, optionalText, problems, text } from '../../shared/forms/rules.ts';

/** Has every field of the contract, so that the form can't omit a new field. */
const identity = v.object({
  fullName: name,
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

/** The person who registers the company is its authorised person. */
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

/** Details of a registration besides the account itself. */
export const detailsSchema = v.pipe(
  v.object({
    identity,
    phoneNumber: v.pipe(v.string(), v.trim(), v.nonEmpty(problems.required)),
    corporate: v.optional(corporate),
  }),
  // A number without a calling code belongs to the country of residence.
  v.forward(
    v.partialCheck(
      [['phoneNumber'], ['identity', 'residence']],
      ({ phoneNumber, identity: { residence } }) => toE164(phoneNumber, residence) !== undefined,
      'phone.invalid' satisfies MessageId,
    ),
    ['phoneNumber'],
  ),
);

/** Fields to resubmit after a failed identity verification. */
export const resubmissionSchema = v.object({ identity });

/** Values of the form. A field without a choice is an empty string. */
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

/** The part of a draft that may be stored: everything but the document number. */
export function toDraft(typed: DetailsInput): DetailsInput {
  return { ...typed, identity: { ...typed.identity, idNumber: '' } };
}

/** The valid part of a stored draft. */
export function fromDraft(kept: unknown, accountType: 'individual' | 'corporate'): DetailsInput {
  const empty = { identity: emptyIdentity, phoneNumber: '' };
  return filled(accountType === 'corporate' ? { ...empty, corporate: emptyCorporate } : empty, kept);
}

/** Copies strings from `kept` into the shape of `empty`. */
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
