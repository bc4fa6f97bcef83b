import { SelectField } from '@wusd/ui-kit/SelectField';
import { TextField } from '@wusd/ui-kit/TextField';
import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { styled } from 'styled-components';
import { vars } from '@wusd/ui-kit/tokens';
import { language } from '../../app/preferences.ts';
import { useValue } from '../../app/value.ts';
import { useWords } from '../../app/words.ts';
import { useConfig } from '../../app/config.ts';
import { countriesIn } from '../../app/forms/countries.ts';
import { Documents } from './Documents.tsx';
import { businessTypeLabels, isBusinessType } from './labels.ts';
import type { DetailsInput } from './schema.ts';
import { Section } from '../../app/Section.tsx';
import { useField } from './use-field.ts';
import { useOptions } from './use-options.ts';

const Aside = styled.div`
  display: grid;
  gap: ${vars.space3};
  padding: ${vars.space4} ${vars.space5};
  border-radius: ${vars.radiusControl};
  background: ${vars.accentWash};
  font: ${vars.typeLabel};
`;

/** The company that an account is for, and which documents its kind is asked for later. */
export function CompanyFields() {
  const words = useWords();
  const field = useField();
  const options = useOptions();
  const shown = useValue(language);
  const prohibited = useConfig()?.prohibitedCountries;
  const countries = useMemo(() => countriesIn(shown, prohibited), [shown, prohibited]);
  const choose = words('identity.choose');
  const chosen = useWatch<DetailsInput, 'corporate.businessType'>({ name: 'corporate.businessType' });
  return (
    <Section title={words('identity.company')}>
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
      <SelectField
        {...field('corporate.placeOfIncorporation', 'identity.placeOfIncorporation')}
        options={countries}
        placeholder={choose}
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
