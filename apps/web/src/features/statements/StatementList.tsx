import type { Statement } from '@wusd/api-sdk/core';
import { formatDateTime, formatMonth } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { Card } from '@wusd/ui-kit/Card';
import { CurrencyIcon } from '@wusd/ui-kit/CurrencyIcon';
import { vars } from '@wusd/ui-kit/tokens';
import { VisuallyHidden } from '@wusd/ui-kit/VisuallyHidden';
import { useId } from 'react';
import { styled } from 'styled-components';
import { saveFile } from '../../shared/api/save-file.ts';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useSubmission } from '../../shared/forms/submission.ts';
import { language } from '../../shared/i18n/preferences.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { useShownMoney } from '../../shared/money/use-money.ts';
import { useStore } from '../../shared/state/store.ts';
import { statementsApi } from './queries.ts';

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: ${vars.space1} ${vars.space4};

  h2 {
    font: ${vars.typeHeadline};
  }
  small {
    color: ${vars.fgMuted};
    font: ${vars.typeCaption};
  }
`;
const Rows = styled.ul`
  li + li {
    border-top: 1px solid ${vars.border};
  }
`;
const Row = styled.li`
  display: grid;
  grid-template-columns: auto minmax(6rem, 1fr) minmax(0, 3fr) auto;
  align-items: center;
  gap: ${vars.space2} ${vars.space4};
  padding-block: ${vars.space3};

  small,
  dt {
    color: ${vars.fgMuted};
    font: ${vars.typeCaption};
  }
  > [role='alert'] {
    grid-column: 1 / -1;
  }
  @media (max-width: 767px) {
    grid-template-columns: auto minmax(0, 1fr);

    > dl,
    > :nth-child(4) {
      grid-column: 2 / -1;
    }
  }
`;
const Name = styled.div`
  display: grid;

  strong {
    font: ${vars.typeLabel};
  }
`;
const Balances = styled.dl`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(9rem, 100%), 1fr));
  gap: ${vars.space2} ${vars.space4};
  margin: 0;
  font-variant-numeric: tabular-nums;

  dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
`;
const Files = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${vars.space2};
`;

/** Statements grouped by month, in the order of the list. */
export function StatementList({ statements }: { statements: readonly Statement[] }) {
  const months = new Set(statements.map(({ month }) => month));
  return [...months].map((month) => (
    <Month key={month} statements={statements.filter((each) => each.month === month)} />
  ));
}

/** @param statements at least one statement, all of the same month */
function Month({ statements }: { statements: readonly Statement[] }) {
  const t = useTranslate();
  const locale = useStore(language);
  const id = useId();
  const [first] = statements;
  if (!first) return null;
  return (
    <Card as="section" aria-labelledby={id}>
      <Head>
        <h2 id={id}>{formatMonth(locale, first.from)}</h2>
        {!first.isComplete && <small>{t('statements.soFar', { time: formatDateTime(locale, first.to) })}</small>}
      </Head>
      <Rows>
        {statements.map((statement) => (
          <StatementRow key={statement.currency} statement={statement} />
        ))}
      </Rows>
    </Card>
  );
}

function StatementRow({ statement }: { statement: Statement }) {
  const t = useTranslate();
  const money = useShownMoney();
  const { currency, count, openingBalance, closingBalance } = statement;
  return (
    <Row>
      <CurrencyIcon currency={currency} size={32} />
      <Name>
        <strong>{currency}</strong>
        <small>{t('statements.count', { count })}</small>
      </Name>
      <Balances>
        <div>
          <dt>{t('statements.opening')}</dt>
          <dd>{money({ amount: openingBalance, currency })}</dd>
        </div>
        <div>
          <dt>{t('statements.closing')}</dt>
          <dd>{money({ amount: closingBalance, currency })}</dd>
        </div>
      </Balances>
      <Downloads statement={statement} />
    </Row>
  );
}

/** A download button for each format, and the error of the last download. */
function Downloads({ statement }: { statement: Statement }) {
  const locale = useStore(language);
  const pdf = useDownload(statement, 'PDF');
  const csv = useDownload(statement, 'CSV');
  const name = `${statement.currency}, ${formatMonth(locale, statement.from)}`;
  return (
    <>
      <Files>
        <Button variant="secondary" isDense isBusy={pdf.isPending} onClick={() => pdf.mutate(undefined)}>
          PDF<VisuallyHidden> · {name}</VisuallyHidden>
        </Button>
        <Button variant="secondary" isDense isBusy={csv.isPending} onClick={() => csv.mutate(undefined)}>
          CSV<VisuallyHidden> · {name}</VisuallyHidden>
        </Button>
      </Files>
      <FormError error={pdf.error ?? csv.error} />
    </>
  );
}

const useDownload = (statement: Statement, format: 'CSV' | 'PDF') =>
  useSubmission(
    () => statementsApi.download(statement, format),
    ({ blob, fileName }) => saveFile(blob, fileName),
  );
