import { SelectField } from '@wusd/ui-kit/SelectField';
import { TextField } from '@wusd/ui-kit/TextField';
import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { language } from '../../shared/i18n/preferences.ts';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { useConfig } from '../../shared/api/config.ts';
import { CountryField } from '../../shared/forms/CountryField.tsx';
import { fieldOrder, formatPostalCode, hasPostalCode, isOwnScript } from './postal-address.ts';
import { genderLabels, idTypeLabels } from './labels.ts';
import { Pair, Section } from '../../shared/layout/Section.tsx';
import type { DetailsInput } from './schema.ts';
import { useField } from '../../shared/forms/use-field.ts';
import { useOptions } from './use-options.ts';

/** Fields that identity verification compares with the document. `children` are further fields of the person. */
export function PersonFields({ title, children }: { title: string; children?: ReactNode }) {
  const t = useTranslate();
  const field = useField<DetailsInput>();
  const options = useOptions();
  const shown = useStore(language);
  const prohibited = useConfig()?.prohibitedCountries;
  const choose = t('identity.choose');
  const residence = useWatch<DetailsInput, 'identity.residence'>({ name: 'identity.residence' });
  const postalCode = useWatch<DetailsInput, 'identity.residentialAddress.postalCode'>({
    name: 'identity.residentialAddress.postalCode',
  });
  const { setValue } = useFormContext<DetailsInput>();
  const codeField = field('identity.residentialAddress.postalCode', 'identity.postalCode');
  const addressFields = {
    addressLine: (
      <TextField
        key="line"
        {...field('identity.residentialAddress.addressLine', 'identity.addressLine')}
        autoComplete="street-address"
        maxLength={140}
      />
    ),
    city: (
      <TextField
        key="city"
        {...field('identity.residentialAddress.city', 'identity.city')}
        autoComplete="address-level2"
        maxLength={32}
      />
    ),
    // Also shown if a postal code was typed before the country was chosen.
    postalCode: (hasPostalCode(residence) || postalCode !== '') && (
      <TextField
        key="postalCode"
        {...codeField}
        onBlur={(event) => {
          setValue(codeField.name, formatPostalCode(event.target.value, residence));
          void codeField.onBlur(event);
        }}
        hint={t('identity.postalCode.hint')}
        autoComplete="postal-code"
        autoCapitalize="characters"
        maxLength={16}
      />
    ),
  };
  // In the order that the country uses.
  const order = fieldOrder(residence, isOwnScript(shown, residence));
  const place = (
    <Pair key="place">{order.filter((name) => name !== 'addressLine').map((name) => addressFields[name])}</Pair>
  );
  return (
    <>
      <Section title={title}>
        <TextField {...field('identity.fullName', 'identity.fullName')} autoComplete="name" maxLength={140} />
        <SelectField
          {...field('identity.gender', 'identity.gender')}
          options={options(genderLabels)}
          placeholder={choose}
        />
        <CountryField
          {...field('identity.nationality', 'identity.nationality')}
          suggestFrom={['identity.residence', 'corporate.placeOfIncorporation']}
          placeholder="identity.choose"
        />
        {children}
      </Section>
      <Section title={t('identity.document')}>
        <SelectField
          {...field('identity.idType', 'identity.idType')}
          options={options(idTypeLabels)}
          placeholder={choose}
        />
        <TextField
          {...field('identity.idNumber', 'identity.idNumber')}
          hint={t('identity.idNumber.hint')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
        />
      </Section>
      <Section title={t('identity.address')}>
        <CountryField
          {...field('identity.residence', 'identity.residence')}
          excluded={prohibited}
          suggestFrom={['identity.nationality', 'corporate.placeOfIncorporation']}
          placeholder="identity.choose"
          autoComplete="country"
        />
        {order[0] === 'addressLine' ? [addressFields.addressLine, place] : [place, addressFields.addressLine]}
      </Section>
    </>
  );
}
