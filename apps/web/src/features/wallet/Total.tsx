import { useQuery } from '@tanstack/react-query';
import { currencies, decimalsOf } from '@wusd/api-sdk/domain';
import { compare } from '@wusd/api-sdk/money';
import { formatAmount, formatDateTime, formatMoney } from '@wusd/i18n';
import { Card } from '@wusd/ui-kit/Card';
import { Money } from '@wusd/ui-kit/Money';
import { SelectField } from '@wusd/ui-kit/SelectField';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { vars } from '@wusd/ui-kit/tokens';
import { useId, useState } from 'react';
import { styled } from 'styled-components';
import { chooseCurrency, language, shownCurrency } from '../../shared/i18n/preferences.ts';
import { Unavailable } from '../../shared/feedback/Unavailable.tsx';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { Course } from './Course.tsx';
import { type Range, ranges, valuationQuery } from './queries.ts';

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  justify-content: space-between;
  gap: ${vars.space4} ${vars.space6};

  h2 {
    margin-bottom: ${vars.space2};
    color: ${vars.fgMuted};
    font: ${vars.typeLabel};
  }
`;
const Choices = styled.div`
  display: grid;
  grid-template-columns: 7rem 8.5rem;
  gap: ${vars.space3};
`;
const Note = styled.p`
  color: ${vars.fgMuted};
  font: ${vars.typeCaption};
`;
/** The height of the loaded total, so that nothing moves when it arrives. */
const Body = styled.div`
  display: grid;
  align-content: start;
  gap: ${vars.space4};
  min-height: 236px;

  @media (max-width: 575px) {
    min-height: 333px;
  }
`;

/** The total of all balances in a chosen currency, with its history. */
export function Total() {
  const t = useTranslate();
  const locale = useStore(language);
  const id = useId();
  const chosen = useStore(shownCurrency);
  const currency = currencies.find((each) => each === chosen) ?? 'USD';
  const [days, setDays] = useState<Range>(30);
  const query = useQuery(valuationQuery(currency, days));
  const { data, isError } = query;
  const money = (amount: string): string => formatMoney(locale, amount, currency, decimalsOf(currency));
  const totals = (data?.course ?? []).map(({ total }) => total).toSorted(compare);
  return (
    <Card as="section" aria-labelledby={id}>
      <Body>
        <Head>
          <div>
            <h2 id={id}>{t('wallet.total')}</h2>
            {data ? (
              <Money size="hero" amount={formatAmount(locale, data.total, decimalsOf(currency))} currency={currency} />
            ) : (
              <Skeleton width="240px" height="51px" />
            )}
          </div>
          <Choices>
            <SelectField
              label={t('wallet.total.in')}
              value={currency}
              options={currencies.map((value) => ({ value, label: value }))}
              onChange={({ target: { value } }) => chooseCurrency(value)}
            />
            <SelectField
              label={t('wallet.course.range')}
              value={String(days)}
              options={ranges.map((each) => ({
                value: String(each),
                label: t('wallet.course.days', { days: each }),
              }))}
              onChange={({ target: { value } }) => setDays(ranges.find((each) => String(each) === value) ?? days)}
            />
          </Choices>
        </Head>
        {isError && <Unavailable query={query}>{t('wallet.total.unavailable')}</Unavailable>}
        {data && (
          <>
            <Course
              points={data.course}
              label={t('wallet.course', {
                days,
                lowest: money(totals[0] ?? '0'),
                highest: money(totals.at(-1) ?? '0'),
              })}
            />
            <Note>{t('wallet.total.note', { time: formatDateTime(locale, data.asOf) })}</Note>
          </>
        )}
      </Body>
    </Card>
  );
}
