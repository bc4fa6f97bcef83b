import { useQuery } from '@tanstack/react-query';
import { SelectField } from '@wusd/ui-kit/SelectField';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { TextField } from '@wusd/ui-kit/TextField';
import { vars } from '@wusd/ui-kit/tokens';
import { useState } from 'react';
import { useTranslate } from '../i18n/use-translate.ts';
import type { TextField as Name } from './fields.ts';
import { banksQuery } from './queries.ts';

export interface BankNameProps {
  label: string;
  value: string;
  error: string | undefined;
  country: string;
  /** Called with the name and, for a known bank, its codes. */
  onChange: (bank: Partial<Record<Name, string>>) => void;
}

const other = 'other';

/** Name of a bank: selected if the banks of its country are known, typed if it is not in the list. */
export function BankName({ label, value, error, country, onChange }: BankNameProps) {
  const t = useTranslate();
  const { data: banks = [], isPending } = useQuery(banksQuery(country));
  const isKnown = banks.some(({ name }) => name === value);
  const [isOther, setOther] = useState(false);
  const isTyped = banks.length === 0 || isOther || (value !== '' && !isKnown);
  // Wait for the banks: text typed into a field that becomes a list would be lost.
  if (isPending) return <Skeleton width="100%" height={vars.sizeControl} />;
  return (
    <>
      {banks.length > 0 && (
        <SelectField
          label={label}
          value={isTyped ? other : value}
          error={isTyped ? undefined : error}
          options={[
            { value: '', label: t('bank.choose') },
            ...banks.map(({ name }) => ({ value: name, label: name })),
            { value: other, label: t('bank.bank.other') },
          ]}
          onChange={({ target }) => {
            setOther(target.value === other);
            const bank = banks.find(({ name }) => name === target.value);
            const { swiftCode, bankCode } = bank ?? {};
            onChange({
              bankName: bank?.name ?? '',
              ...(swiftCode !== undefined && { swiftCode }),
              ...(bankCode !== undefined && { bankCode }),
            });
          }}
        />
      )}
      {isTyped && (
        <TextField
          label={banks.length === 0 ? label : t('bank.bankName.typed')}
          value={value}
          error={error}
          autoComplete="off"
          autoCapitalize="words"
          maxLength={140}
          onChange={({ target }) => onChange({ bankName: target.value })}
        />
      )}
    </>
  );
}
