import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Limit } from '@wusd/api-sdk/core';
import { type Currency, decimalsOf } from '@wusd/api-sdk/domain';
import { formatDateTime, formatMoney } from '@wusd/i18n';
import { Card } from '@wusd/ui-kit/Card';
import { SelectField } from '@wusd/ui-kit/SelectField';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { vars } from '@wusd/ui-kit/tokens';
import { useState } from 'react';
import { styled } from 'styled-components';
import { useConfig } from '../../app/config.ts';
import { Lines } from '../../app/Lines.tsx';
import { historyApi } from '../../app/money/history-api.ts';
import { language } from '../../app/preferences.ts';
import { Section } from '../../app/Section.tsx';
import { Unavailable } from '../../app/Unavailable.tsx';
import { useValue } from '../../app/value.ts';
import { useWords } from '../../app/words.ts';

const Note = styled.p`
  color: ${vars.fgMuted};
  font: ${vars.typeLabel};
`;
const Left = styled.span`
  display: grid;
  gap: ${vars.space1};

  small {
    color: ${vars.fgMuted};
    font: ${vars.typeCaption};
  }
`;

/** Asked again whenever money moved: what is left changes with it. */
const limitsQuery = queryOptions({
  queryKey: ['movements', 'limits'],
  queryFn: ({ signal }) => historyApi.listLimits({ signal }),
  meta: { isHandled: true },
});

/** What each act is bounded by, and what is left: the numbers that the acts are judged by. */
export function Limits() {
  const words = useWords();
  const config = useConfig();
  const query = useQuery(limitsQuery);
  const [currency, setCurrency] = useState<Currency>('USD');
  const { data, isError } = query;
  if (isError) return <Unavailable query={query}>{words('limits.unavailable')}</Unavailable>;
  if (!data) return <Skeleton width="100%" height="480px" />;
  const of = (act: Limit['act']): Limit[] => data.filter((limit) => limit.act === act);
  const [swaps, crypto, fiat] = [of('swap'), of('crypto withdrawal'), of('fiat withdrawal')];
  const chosen = fiat.find((limit) => limit.currency === currency) ?? fiat[0];
  return (
    <>
      {swaps[0] && (
        <Card>
          <Section title={words('limits.swap')}>
            <Note>
              {words('limits.swap.shared', {
                currencies: swaps.map(({ counterCurrency }) => counterCurrency).join(', '),
              })}
            </Note>
            <LimitLines limit={swaps[0]} />
          </Section>
        </Card>
      )}
      {crypto[0] && (
        <Card>
          <Section title={words('limits.crypto')}>
            <Note>
              {words('limits.crypto.shared', { currencies: crypto.map((limit) => limit.currency).join(', ') })}
            </Note>
            <LimitLines limit={crypto.find((limit) => limit.currency === 'WUSD') ?? crypto[0]} />
          </Section>
        </Card>
      )}
      {chosen && (
        <Card>
          <Section title={words('limits.fiat')}>
            <Note>{words('limits.fiat.each')}</Note>
            <SelectField
              label={words('limits.currency')}
              value={chosen.currency}
              options={fiat.map((limit) => ({ value: limit.currency, label: limit.currency }))}
              onChange={({ target: { value } }) =>
                setCurrency(fiat.find((limit) => limit.currency === value)?.currency ?? currency)
              }
            />
            <LimitLines limit={chosen} />
          </Section>
        </Card>
      )}
      <Note>{words('limits.raise', { support: config?.supportEmail ?? '' })}</Note>
    </>
  );
}

function LimitLines({ limit: { currency, minimum, maximum, rollingDay, rolling30Days } }: { limit: Limit }) {
  const words = useWords();
  const locale = useValue(language);
  const money = (amount: string): string => formatMoney(locale, amount, currency, decimalsOf(currency));
  const left = ({ limit, remaining, resetsAt }: Limit['rollingDay']) => (
    <Left>
      {words('limits.left', { remaining: money(remaining), limit: money(limit) })}
      {limit !== remaining && <small>{words('limits.more', { time: formatDateTime(locale, resetsAt) })}</small>}
    </Left>
  );
  return (
    <Lines
      lines={[
        {
          label: words('limits.each'),
          value: words('limits.between', { minimum: money(minimum), maximum: money(maximum) }),
        },
        { label: words('limits.day'), value: left(rollingDay) },
        { label: words('limits.month'), value: left(rolling30Days) },
      ]}
    />
  );
}
