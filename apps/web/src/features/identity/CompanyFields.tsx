import { SelectField } from '@wusd/ui-kit/SelectField';
import { TextField } from '@wusd/ui-kit/TextField';
import { useWatch } from 'react-hook-form';
import { styled } from 'styled-components';
import { vars } from '@wusd/ui-kit/tokens';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { useConfig } from '../../shared/api/config.ts';
import { CountryField } from '../../shared/forms/CountryField.tsx';
import { Documents } from './Documents.tsx';
import { businessTypeLabels, isBusinessType } from './labels.ts';
import type { DetailsInput } from './schema.ts';
import { Section } from '../../shared/layout/Section.tsx';
import { useField } from '../../shared/forms/use-field.ts';
import { useOptions } from './use-options.ts';

const Aside = styled.div`
  display: grid;
  gap: ${vars.space3};
  padding: ${vars.space4} ${vars.space5};
  border-radius: ${vars.radiusControl};
  background: ${vars.accentWash};
  font: ${vars.typeLabel};
`;

/** Fields of a company, and the documents that will be requested for its type. */
export function CompanyFields() {
  const t = useTranslate();
  const field = useField<DetailsInput>();
  const options = useOptions();
  const prohibited = useConfig()?.prohibitedCountries;
  const choose = t('identity.choose');
  const chosen = useWatch<DetailsInput, 'corporate.businessType'>({ name: 'corporate.businessType' });
  return (
    <Section title={t('identity.company')}>
      <TextField
        {...field('corporate.corporateName', 'identity.corporateName')}
        autoComplete="organization"
        maxLength={140}
      />
      <SelectField
        {...field('corporate.businessType', 'identity.businessType')}
        options={options(businessTypeLabels)}
        placeholder={choose}
      />
      {isBusinessType(chosen) && (
        <Aside>
          <Documents businessType={chosen} />
        </Aside>
      )}
      <CountryField
        {...field('corporate.placeOfIncorporation', 'identity.placeOfIncorporation')}
        excluded={prohibited}
        suggestFrom={['identity.nationality', 'identity.residence']}
        placeholder="identity.choose"
      />
      <TextField {...field('corporate.dateOfIncorporation', 'identity.dateOfIncorporation')} type="date" />
      <TextField
        {...field('corporate.registeredAddress', 'identity.registeredAddress')}
        autoComplete="street-address"
        maxLength={280}
      />
    </Section>
  );
}
