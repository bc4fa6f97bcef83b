import { currencies } from '@wusd/api-sdk/domain';
import { SelectField } from '@wusd/ui-kit/SelectField';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { isOrderStatus, statuses } from '../../shared/money/order-status.ts';
import { SearchField } from '../../shared/forms/SearchField.tsx';
import type { Filters } from './filters.ts';

const Bar = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 2fr) minmax(0, 1fr) minmax(0, 1fr);
  gap: ${vars.space4};

  @media (max-width: 575px) {
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);

    > :first-child {
      grid-column: 1 / -1;
    }
  }
`;

export interface OrderFiltersProps {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
}

/** Filters of the order list: text, status and currency. */
export function OrderFilters({ filters, onChange }: OrderFiltersProps) {
  const t = useTranslate();
  const any = { value: '', label: t('order.filter.any') };
  return (
    <Bar>
      <SearchField label={t('order.filter.search')} text={filters.text} onSearch={(text) => onChange({ text })} />
      <SelectField
        label={t('order.filter.status')}
        value={filters.status ?? ''}
        options={[any, ...Object.entries(statuses).map(([value, { label }]) => ({ value, label: t(label) }))]}
        onChange={({ target: { value } }) => onChange({ status: isOrderStatus(value) ? value : undefined })}
      />
      <SelectField
        label={t('order.filter.currency')}
        value={filters.currency ?? ''}
        options={[any, ...currencies.map((value) => ({ value, label: value }))]}
        onChange={({ target: { value } }) => onChange({ currency: currencies.find((each) => each === value) })}
      />
    </Bar>
  );
}
