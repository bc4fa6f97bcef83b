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
import { useConfig } from '../../shared/api/config.ts';
import { DescriptionList } from '@wusd/ui-kit/DescriptionList';
import { historyApi } from '../../shared/money/history-api.ts';
import { language } from '../../shared/i18n/preferences.ts';
import { Section } from '../../shared/layout/Section.tsx';
import { Unavailable } from '../../shared/feedback/Unavailable.tsx';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { topicKey } from '../../shared/api/invalidation.ts';

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

/** Refetched after a transaction, because it changes the remaining amounts. */
const limitsQuery = queryOptions({
  queryKey: topicKey('transactions', 'limits'),
  queryFn: ({ signal }) => historyApi.listLimits({ signal }),
  meta: { isHandled: true },
});

/** The limits of each command and their remaining amounts, as the server enforces them. */
export function Limits() {
  const t = useTranslate();
  const config = useConfig();
  const query = useQuery(limitsQuery);
  const [currency, setCurrency] = useState<Currency>('USD');
  const { data, isError } = query;
  if (isError) return <Unavailable query={query}>{t('limits.unavailable')}</Unavailable>;
  if (!data) return <Skeleton width="100%" height="480px" />;
  const of = (act: Limit['act']): Limit[] => data.filter((limit) => limit.act === act);
  const [swaps, crypto, fiat] = [of('swap'), of('crypto withdrawal'), of('fiat withdrawal')];
  const chosen = fiat.find((limit) => limit.currency === currency) ?? fiat[0];
  return (
    <>
      {swaps[0] && (
        <Card>
          <Section title={t('limits.swap')}>
            <Note>
              {t('limits.swap.shared', {
                currencies: swaps.map(({ counterCurrency }) => counterCurrency).join(', '),
              })}
            </Note>
            <LimitLines limit={swaps[0]} />
          </Section>
        </Card>
      )}
      {crypto[0] && (
        <Card>
          <Section title={t('limits.crypto')}>
            <Note>{t('limits.crypto.shared', { currencies: crypto.map((limit) => limit.currency).join(', ') })}</Note>
            <LimitLines limit={crypto.find((limit) => limit.currency === 'WUSD') ?? crypto[0]} />
          </Section>
        </Card>
      )}
      {chosen && (
        <Card>
          <Section title={t('limits.fiat')}>
            <Note>{t('limits.fiat.each')}</Note>
            <SelectField
              label={t('limits.currency')}
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
      <Note>{t('limits.raise', { support: config?.supportEmail ?? '' })}</Note>
    </>
  );
}

function LimitLines({ limit: { currency, minimum, maximum, rollingDay, rolling30Days } }: { limit: Limit }) {
  const t = useTranslate();
  const locale = useStore(language);
  const money = (amount: string): string => formatMoney(locale, amount, currency, decimalsOf(currency));
  const left = ({ limit, remaining, resetsAt }: Limit['rollingDay']) => (
    <Left>
      {t('limits.left', { remaining: money(remaining), limit: money(limit) })}
      {limit !== remaining && <small>{t('limits.more', { time: formatDateTime(locale, resetsAt) })}</small>}
    </Left>
  );
  return (
    <DescriptionList
      items={[
        {
          label: t('limits.each'),
          value: t('limits.between', { minimum: money(minimum), maximum: money(maximum) }),
        },
        { label: t('limits.day'), value: left(rollingDay) },
        { label: t('limits.month'), value: left(rolling30Days) },
      ]}
    />
  );
}
