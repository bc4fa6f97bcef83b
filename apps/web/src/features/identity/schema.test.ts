import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { type DetailsInput, detailsSchema, fromDraft, toDraft } from './schema.ts';

const person: DetailsInput = {
  identity: {
    fullName: 'Mei Tan',
    gender: 'female',
    nationality: 'SG',
    residence: 'SG',
    idType: 'passport',
    idNumber: 'K1234567A',
    residentialAddress: { addressLine: '1 Raffles Place', city: 'Singapore', postalCode: '048616' },
  },
  phoneNumber: '8123 4567',
};
const company = {
  corporateName: 'Harbour Trading Pte Ltd',
  businessType: 'partnership',
  placeOfIncorporation: 'SG',
  dateOfIncorporation: '2019-04-01',
  registeredAddress: '1 Raffles Place',
};
const complaints = (details: unknown): Record<string, string> => {
  const { issues = [] } = v.safeParse(detailsSchema, details, { abortPipeEarly: true });
  return Object.fromEntries(issues.map((issue) => [v.getDotPath(issue), issue.message]));
};

describe('detailsSchema', () => {
  test('accepts a person and a company, and trims spaces', () => {
    expect(complaints(person)).toEqual({});
    expect(complaints({ ...person, corporate: company })).toEqual({});
    expect(v.parse(detailsSchema, { ...person, phoneNumber: ' +66 81 234 5678 ' }).phoneNumber).toBe('+66 81 234 5678');
  });

  test('reports each missing field', () => {
    expect(complaints(fromDraft(undefined, 'corporate'))).toEqual({
      'identity.fullName': 'field.required',
      'identity.gender': 'field.required',
      'identity.nationality': 'field.required',
      'identity.residence': 'field.required',
      'identity.idType': 'field.required',
      'identity.idNumber': 'field.required',
      'identity.residentialAddress.addressLine': 'field.required',
      'identity.residentialAddress.city': 'field.required',
      phoneNumber: 'field.required',
      'corporate.corporateName': 'field.required',
      'corporate.businessType': 'field.required',
      'corporate.placeOfIncorporation': 'field.required',
      'corporate.dateOfIncorporation': 'field.required',
      'corporate.registeredAddress': 'field.required',
    });
  });

  test('rejects an impossible phone number', () => {
    expect(complaints({ ...person, phoneNumber: '12' })).toEqual({ phoneNumber: 'phone.invalid' });
    expect(complaints({ ...person, phoneNumber: '+999 123456' })).toEqual({ phoneNumber: 'phone.invalid' });
  });

  test('rejects a company with a date of incorporation in the future', () => {
    const dateOfIncorporation = '2999-01-01';
    expect(complaints({ ...person, corporate: { ...company, dateOfIncorporation } })).toEqual({
      'corporate.dateOfIncorporation': 'identity.inFuture',
    });
  });
});

describe('a stored draft', () => {
  test('restores everything except the document number', () => {
    const kept = JSON.parse(JSON.stringify(toDraft({ ...person, corporate: company }))) as unknown;
    expect(JSON.stringify(kept)).not.toContain(person.identity.idNumber);
    expect(fromDraft(kept, 'corporate')).toEqual({
      ...person,
      identity: { ...person.identity, idNumber: '' },
      corporate: company,
    });
    expect(fromDraft(kept, 'individual').corporate).toBeUndefined();
  });

  test('yields a complete form from any stored value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (kept) => {
        expect(Object.keys(fromDraft(kept, 'individual').identity)).toEqual(Object.keys(person.identity));
      }),
    );
  });
});
