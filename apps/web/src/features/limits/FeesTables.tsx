import { useQuery } from '@tanstack/react-query';
import type { Config, PaymentTerms } from '@wusd/api-sdk/core';
import { type Currency, networkNames } from '@wusd/api-sdk/domain';
import type { MessageId } from '@wusd/i18n';
import { Card } from '@wusd/ui-kit/Card';
import { DataTable } from '@wusd/ui-kit/DataTable';
import { EmptyState } from '@wusd/ui-kit/EmptyState';
import { SelectField } from '@wusd/ui-kit/SelectField';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { useConfig } from '../../shared/api/config.ts';
import { Unavailable } from '../../shared/feedback/Unavailable.tsx';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { type Act, paymentTermsQuery } from './queries.ts';
import { useTermsText } from './use-terms-text.ts';

const Two = styled.span`
  display: grid;

  small {
    color: ${vars.fgMuted};
    font: ${vars.typeCaption};
  }
`;

const titles = {
  'fiat deposit': 'fees.fiatDeposit',
  'fiat withdrawal': 'fees.fiatWithdrawal',
  'crypto deposit': 'fees.cryptoDeposit',
  'crypto withdrawal': 'fees.cryptoWithdrawal',
  swap: 'fees.swap',
} as const satisfies Record<Act, MessageId>;
const acts = Object.keys(titles) as Act[];

export interface FeesTablesProps {
  currency: Currency;
  onChoose: (currency: Currency) => void;
}

/** Fees, durations and bounds of every payment in a currency, as the server enforces them. */
export function FeesTables({ currency, onChoose }: FeesTablesProps) {
  const t = useTranslate();
  const config = useConfig();
  const query = useQuery(paymentTermsQuery);
  const { data, isError } = query;
  if (isError && !data) return <Unavailable query={query}>{t('fees.unavailable')}</Unavailable>;
  if (!data || !config) return <Skeleton width="100%" height="480px" />;
  const shown = data.filter((row) => row.currency === currency || row.counterCurrency === currency);
  return (
    <>
      <SelectField
        label={t('fees.show')}
        value={currency}
        options={config.currencies.map(({ code }) => ({ value: code, label: code }))}
        onChange={({ target: { value } }) => onChoose(value as Currency)}
      />
      {shown.length === 0 && (
        <Card>
          <EmptyState icon="gauge" title={t('fees.none.title')}>
            {t('fees.none.body')}
          </EmptyState>
        </Card>
      )}
      {acts.map((act) => {
        const rows = shown.filter((row) => row.act === act);
        return rows.length > 0 && <ActTable key={act} title={t(titles[act])} rows={rows} config={config} />;
      })}
    </>
  );
}

function ActTable({ title, rows, config }: { title: string; rows: readonly PaymentTerms[]; config: Config }) {
  const t = useTranslate();
  const { fee, duration, deadline, bounds, money } = useTermsText();
  const isPersonal = rows.some(({ maximumNow }) => maximumNow);
  return (
    <Card padding="none">
      <DataTable
        title={title}
        isTitled
        columns={[
          { key: 'fee', label: t('fees.fee') },
          { key: 'arrives', label: t('fees.arrives'), isSecondary: true },
          { key: 'each', label: t('fees.each'), isSecondary: true },
          ...(isPersonal ? [{ key: 'now', label: t('fees.now'), isSecondary: true }] : []),
        ]}
        rows={rows.map((row) => {
          const { name, note } = nameOf(row, config);
          const by = deadline(row);
          return {
            key: name,
            header: (
              <Two>
                {name}
                {note !== undefined && <small>{note}</small>}
              </Two>
            ),
            cells: {
              fee: { content: fee(row) },
              arrives: {
                content: (
                  <Two>
                    {duration(row)}
                    {by !== undefined && <small>{by}</small>}
                  </Two>
                ),
              },
              each: { content: bounds(row) },
              now: { content: row.maximumNow && money(row.maximumNow), isEmpty: !row.maximumNow },
            },
          };
        })}
      />
    </Card>
  );
}

/** Name of a row by pair, network or rail, and the banks involved. */
function nameOf(
  { currency, counterCurrency, networkId, rail, partnerIds = [] }: PaymentTerms,
  { partners }: Config,
): { name: string; note?: string } {
  if (counterCurrency !== undefined) return { name: `${currency} / ${counterCurrency}` };
  if (networkId !== undefined) return { name: networkNames[networkId] };
  const banks = partnerIds.flatMap((id) => partners.find((partner) => partner.id === id)?.name ?? []);
  return { name: rail ?? currency, note: banks.join(', ') };
}
