import { currencies } from '@wusd/api-sdk/domain';
import { SelectField } from '@wusd/ui-kit/SelectField';
import { TextField } from '@wusd/ui-kit/TextField';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { isOrderStatus, statuses } from '../../shared/money/order-status.ts';
import { useSearchText } from '../../shared/state/use-search-text.ts';
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

/** Text, status and currency that orders are filtered by. */
export function OrderFilters({ filters, onChange }: OrderFiltersProps) {
  const t = useTranslate();
  const [typed, setTyped] = useSearchText(filters.text, (text) => onChange({ text }));
  const any = { value: '', label: t('order.filter.any') };
  return (
    <Bar>
      <TextField
        type="search"
        label={t('order.filter.search')}
        value={typed}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        onChange={(event) => setTyped(event.target.value)}
      />
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
