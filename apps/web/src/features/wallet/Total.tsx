import { currencies, type Currency } from '@wusd/api-sdk/domain';
import { compare } from '@wusd/api-sdk/money';
import { formatDateTime } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { Card } from '@wusd/ui-kit/Card';
import { DataTable } from '@wusd/ui-kit/DataTable';
import { IconButton } from '@wusd/ui-kit/IconButton';
import { Money } from '@wusd/ui-kit/Money';
import { SelectField } from '@wusd/ui-kit/SelectField';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { vars } from '@wusd/ui-kit/tokens';
import { useId, useState } from 'react';
import { styled } from 'styled-components';
import { areAmountsHidden, chooseCurrency, hideAmounts, language } from '../../shared/i18n/preferences.ts';
import { Unavailable } from '../../shared/feedback/Unavailable.tsx';
import { useShownAmount, useShownMoney } from '../../shared/money/use-money.ts';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { BalanceChart } from './BalanceChart.tsx';
import type { Point } from './chart.ts';
import { type Range, ranges } from './queries.ts';
import type { ValuationState } from './use-valuation.ts';

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  justify-content: space-between;
  gap: ${vars.space4} ${vars.space6};

  h2 {
    color: ${vars.fgMuted};
    font: ${vars.typeLabel};
  }
`;
const Name = styled.div`
  display: flex;
  align-items: center;
  gap: ${vars.space2};
  /* The button has a full touch target without making the line taller. */
  margin-block: -8px;
`;
const Choices = styled.div`
  display: grid;
  grid-template-columns: 7rem 8.5rem;
  gap: ${vars.space3};
`;
const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${vars.space2} ${vars.space5};
  color: ${vars.fgMuted};
  font: ${vars.typeCaption};
`;
/** Reserves the height of the loaded total, so that the layout does not shift. */
const Body = styled.div`
  display: grid;
  align-content: start;
  gap: ${vars.space4};
  min-height: 364px;

  @media (max-width: 575px) {
    min-height: 444px;
  }
`;

/** The total of all balances in a chosen currency, with its history. */
export function Total({ currency, days, setDays, query }: ValuationState) {
  const t = useTranslate();
  const locale = useStore(language);
  const isHidden = useStore(areAmountsHidden);
  const amount = useShownAmount();
  const id = useId();
  const { data, isError } = query;
  return (
    <Card as="section" aria-labelledby={id}>
      <Body>
        <Head>
          <div>
            <Name>
              <h2 id={id}>{t('wallet.total')}</h2>
              <IconButton
                icon={isHidden ? 'eyeOff' : 'eye'}
                size={20}
                label={t(isHidden ? 'wallet.amounts.show' : 'wallet.amounts.hide')}
                onClick={() => hideAmounts(!isHidden)}
              />
            </Name>
            {data ? (
              <Money size="hero" amount={amount({ amount: data.total, currency })} currency={currency} />
            ) : (
              !isError && <Skeleton width="240px" height="51px" />
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
          <Course
            points={data.course}
            days={days}
            currency={currency}
            note={t('wallet.total.note', { time: formatDateTime(locale, data.asOf) })}
          />
        )}
      </Body>
    </Card>
  );
}

interface CourseProps {
  points: readonly Point[];
  days: Range;
  currency: Currency;
  note: string;
}

/** Earlier totals as a chart, or as a table. */
function Course({ points, days, currency, note }: CourseProps) {
  const t = useTranslate();
  const locale = useStore(language);
  const isHidden = useStore(areAmountsHidden);
  const shownMoney = useShownMoney();
  const [isTable, setTable] = useState(false);
  const money = (amount: string): string => shownMoney({ amount, currency });
  const totals = points.map(({ total }) => total).toSorted(compare);
  const summary = t('wallet.course', {
    days,
    lowest: money(totals[0] ?? '0'),
    highest: money(totals.at(-1) ?? '0'),
  });
  return (
    <>
      {isTable ? (
        <DataTable
          title={t('wallet.chart.label')}
          rowLabel={t('wallet.chart.time')}
          columns={[{ key: 'total', label: t('wallet.total') }]}
          rows={points.toReversed().map(({ at, total }) => ({
            key: at,
            header: formatDateTime(locale, at),
            cells: { total: { content: money(total) } },
          }))}
        />
      ) : (
        <BalanceChart points={points} money={money} summary={summary} isHidden={isHidden} />
      )}
      <Foot>
        <span>{note}</span>
        <Button variant="quiet" isDense onClick={() => setTable(!isTable)}>
          {t(isTable ? 'wallet.chart.showChart' : 'wallet.chart.showTable')}
        </Button>
      </Foot>
    </>
  );
}
