import type { CorporateExtras, IdentityFields } from '@wusd/api-sdk/core';
import type { MessageId } from '@wusd/i18n';

type Labels<T extends string> = Record<T, MessageId>;

export const genderLabels: Labels<IdentityFields['gender']> = {
  female: 'identity.gender.female',
  male: 'identity.gender.male',
  unspecified: 'identity.gender.unspecified',
};
export const idTypeLabels: Labels<IdentityFields['idType']> = {
  passport: 'identity.idType.passport',
  'identity card': 'identity.idType.identityCard',
  'driving licence': 'identity.idType.drivingLicence',
};
export const businessTypeLabels: Labels<CorporateExtras['businessType']> = {
  'sole proprietorship': 'identity.businessType.soleProprietorship',
  partnership: 'identity.businessType.partnership',
  'financial institution': 'identity.businessType.financialInstitution',
  'exempt financial institution': 'identity.businessType.exemptFinancialInstitution',
};

export function isBusinessType(text: string | undefined): text is CorporateExtras['businessType'] {
  return text !== undefined && Object.hasOwn(businessTypeLabels, text);
}
