import { currencies } from '@wusd/api-sdk/domain';
import { Button } from '@wusd/ui-kit/Button';
import { DateRange } from '@wusd/ui-kit/DateRange';
import { SelectField } from '@wusd/ui-kit/SelectField';
import { vars } from '@wusd/ui-kit/tokens';
import { type ReactNode, useId, useState } from 'react';
import { styled } from 'styled-components';
import { SearchField } from '../../shared/forms/SearchField.tsx';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { api } from '../../shared/api/client.ts';
import {
  allStatuses,
  areDaysWrong,
  type Filters,
  isFiltered,
  type KindChoice,
  kinds,
  type PresetName,
  presetsOf,
  singaporeDay,
} from './filters.ts';

const Bar = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 2fr) repeat(3, minmax(0, 1fr));
  align-items: start;
  gap: ${vars.space4};

  @media (max-width: 991px) {
    grid-template-columns: repeat(3, minmax(0, 1fr));

    > :first-child {
      grid-column: 1 / -1;
    }
  }
  @media (max-width: 767px) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;
const Days = styled.div`
  grid-column: 1 / -1;
`;
const Presets = styled.div`
  display: flex;
  grid-column: 1 / -1;
  flex-wrap: wrap;
  gap: ${vars.space3};
`;

/** On a phone, all filters except the search are collapsed, so that the list comes first. */
const Toggle = styled.div`
  display: none;
  grid-column: 1 / -1;

  @media (max-width: 767px) {
    display: grid;
  }
`;
const Rest = styled.div`
  display: contents;

  @media (max-width: 767px) {
    &:not([data-open]) {
      display: none;
    }
  }
`;

export interface HistoryFiltersProps {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
  /** Control that clears all filters. */
  clear: ReactNode;
}

/** The search field and the filters of the history. */
export function HistoryFilters({ filters, onChange, clear }: HistoryFiltersProps) {
  const t = useTranslate();
  const { from = '', to = '' } = filters;
  const id = useId();
  const [isOpen, setOpen] = useState(() => isFiltered(filters));
  const any = { value: '', label: t('history.any') };
  // Transactions and orders share most statuses and their names, so one list covers both.
  const statuses = Object.entries(allStatuses()).map(([value, { label }]) => ({ value, label: t(label) }));
  return (
    <Bar>
      <SearchField label={t('history.search')} text={filters.text} onSearch={(text) => onChange({ text })} />
      <Toggle>
        <Button variant="secondary" isDense aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {t('history.filters')}
        </Button>
      </Toggle>
      <Rest id={id} data-open={isOpen ? '' : undefined}>
        <SelectField
          label={t('history.kind')}
          value={filters.kind ?? ''}
          options={[any, ...Object.entries(kinds).map(([value, { label }]) => ({ value, label: t(label) }))]}
          onChange={({ target: { value } }) => onChange({ kind: value in kinds ? (value as KindChoice) : undefined })}
        />
        <SelectField
          label={t('history.status')}
          value={filters.status ?? ''}
          options={[any, { value: 'held', label: t('history.status.held') }, ...statuses]}
          onChange={({ target: { value } }) =>
            onChange({ status: value === '' ? undefined : (value as NonNullable<Filters['status']>) })
          }
        />
        <SelectField
          label={t('history.currency')}
          value={filters.currency ?? ''}
          options={[any, ...currencies.map((value) => ({ value, label: value }))]}
          onChange={({ target: { value } }) => onChange({ currency: currencies.find((each) => each === value) })}
        />
        <Presets role="group" aria-label={t('history.presets')}>
          {Object.entries(presetsOf(singaporeDay(api.serverTime()))).map(([name, preset]) => {
            const isChosen = preset.from === from && preset.to === to;
            return (
              <Button
                key={name}
                variant="secondary"
                isDense
                aria-pressed={isChosen}
                onClick={() => onChange(isChosen ? { from: undefined, to: undefined } : preset)}
              >
                {t(`history.preset.${name as PresetName}`)}
              </Button>
            );
          })}
        </Presets>
        <Days>
          <DateRange
            fromLabel={t('history.from')}
            toLabel={t('history.to')}
            from={from}
            to={to}
            error={areDaysWrong(filters) ? t('history.daysWrong') : undefined}
            onChange={onChange}
            action={clear}
          />
        </Days>
      </Rest>
    </Bar>
  );
}
