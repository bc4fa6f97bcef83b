import { Checkbox } from '@wusd/ui-kit/Checkbox';
import { SelectField } from '@wusd/ui-kit/SelectField';
import { TextField } from '@wusd/ui-kit/TextField';
import { useConfig } from '../../app/config.ts';
import { countriesIn } from '../../app/forms/countries.ts';
import { language } from '../../app/preferences.ts';
import { Section } from '../../app/Section.tsx';
import { useValue } from '../../app/value.ts';
import { useWords } from '../../app/words.ts';
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
  const words = useWords();
  const locale = useValue(language);
  const config = useConfig();
  const missing = (text: string): string | undefined =>
    isSubmitted && text.trim() === '' ? words('bank.required') : undefined;
  const swift = isSubmitted && bank ? complaintOf(bic, bank.swift, anywhere) : undefined;
  return (
    <>
      <Checkbox
        label={words('bank.intermediary')}
        checked={bank !== undefined}
        onChange={({ target }) => onChange(target.checked ? { country: '', name: '', swift: '' } : undefined)}
      />
      {bank && (
        <Section title={words('bank.intermediary.title')}>
          <SelectField
            label={words('bank.intermediary.country')}
            value={bank.country}
            error={missing(bank.country)}
            options={[{ value: '', label: words('bank.choose') }, ...countriesIn(locale, config?.prohibitedCountries)]}
            onChange={({ target: { value } }) => onChange({ ...bank, country: value })}
          />
          <TextField
            label={words('bank.intermediary.name')}
            value={bank.name}
            error={missing(bank.name)}
            autoComplete="off"
            autoCapitalize="words"
            maxLength={140}
            onChange={({ target: { value } }) => onChange({ ...bank, name: value })}
          />
          <TextField
            label={words('bank.intermediary.swift')}
            hint={words('bank.swiftCode.hint')}
            value={bank.swift}
            error={swift && words(swift.id)}
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
