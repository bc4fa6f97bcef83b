import { Checkbox } from '@wusd/ui-kit/Checkbox';
import { SelectField } from '@wusd/ui-kit/SelectField';
import { TextField } from '@wusd/ui-kit/TextField';
import { useConfig } from '../../shared/api/config.ts';
import { countriesIn } from '../../shared/forms/countries.ts';
import { language } from '../../shared/i18n/preferences.ts';
import { Section } from '../../shared/layout/Section.tsx';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { complaintOf, type IntermediaryBank } from './fields.ts';

const bic = { field: '/swiftCode', isRequired: true, pattern: '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$' };
const anywhere = { country: '', currency: 'USD', rail: 'SWIFT' } as const;

/** Whether something of it is wrong or missing. */
export function intermediaryComplaint(bank: IntermediaryBank | undefined): boolean {
  if (!bank) return false;
  return bank.country === '' || bank.name.trim() === '' || complaintOf(bic, bank.swift, anywhere) !== undefined;
}

export interface IntermediaryProps {
  bank: IntermediaryBank | undefined;
  isSubmitted: boolean;
  onChange: (bank: IntermediaryBank | undefined) => void;
}

/** A bank between the sender's and the account's, where there is one. */
export function Intermediary({ bank, isSubmitted, onChange }: IntermediaryProps) {
  const t = useTranslate();
  const locale = useStore(language);
  const config = useConfig();
  const missing = (text: string): string | undefined =>
    isSubmitted && text.trim() === '' ? t('bank.required') : undefined;
  const swift = isSubmitted && bank ? complaintOf(bic, bank.swift, anywhere) : undefined;
  return (
    <>
      <Checkbox
        label={t('bank.intermediary')}
        checked={bank !== undefined}
        onChange={({ target }) => onChange(target.checked ? { country: '', name: '', swift: '' } : undefined)}
      />
      {bank && (
        <Section title={t('bank.intermediary.title')}>
          <SelectField
            label={t('bank.intermediary.country')}
            value={bank.country}
            error={missing(bank.country)}
            options={[{ value: '', label: t('bank.choose') }, ...countriesIn(locale, config?.prohibitedCountries)]}
            onChange={({ target: { value } }) => onChange({ ...bank, country: value })}
          />
          <TextField
            label={t('bank.intermediary.name')}
            value={bank.name}
            error={missing(bank.name)}
            autoComplete="off"
            autoCapitalize="words"
            maxLength={140}
            onChange={({ target: { value } }) => onChange({ ...bank, name: value })}
          />
          <TextField
            label={t('bank.intermediary.swift')}
            hint={t('bank.swiftCode.hint')}
            value={bank.swift}
            error={swift && t(swift.id)}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={22}
            onChange={({ target: { value } }) => onChange({ ...bank, swift: value })}
          />
        </Section>
      )}
    </>
  );
}
