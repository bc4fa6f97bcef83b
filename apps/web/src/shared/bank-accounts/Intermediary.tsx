import { Checkbox } from '@wusd/ui-kit/Checkbox';
import { TextField } from '@wusd/ui-kit/TextField';
import { useWatch } from 'react-hook-form';
import { useConfig } from '../api/config.ts';
import { CountryField } from '../forms/CountryField.tsx';
import { useField } from '../forms/use-field.ts';
import { useTranslate } from '../i18n/use-translate.ts';
import { Section } from '../layout/Section.tsx';
import type { BankForm } from './schema.ts';

/** Optional fields of an intermediary bank between the sender's bank and the account's bank. */
export function Intermediary() {
  const t = useTranslate();
  const config = useConfig();
  const field = useField<BankForm>();
  const isThrough = useWatch<BankForm, 'hasIntermediary'>({ name: 'hasIntermediary' });
  return (
    <>
      <Checkbox {...field('hasIntermediary', 'bank.intermediary')} />
      {isThrough && (
        <Section title={t('bank.intermediary.title')}>
          <CountryField
            {...field('intermediary.country', 'bank.intermediary.country')}
            excluded={config?.prohibitedCountries}
            suggestFrom={['way.country']}
            placeholder="bank.choose"
          />
          <TextField
            {...field('intermediary.name', 'bank.intermediary.name')}
            autoComplete="off"
            autoCapitalize="words"
            maxLength={140}
          />
          <TextField
            {...field('intermediary.swift', 'bank.intermediary.swift')}
            hint={t('bank.swiftCode.hint')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={22}
          />
        </Section>
      )}
    </>
  );
}
