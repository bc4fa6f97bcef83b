import type { HistoryEntry } from '@wusd/api-sdk/core';
import { formatDateTime } from '@wusd/i18n';
import { Chip } from '@wusd/ui-kit/Chip';
import { CurrencyIcon } from '@wusd/ui-kit/CurrencyIcon';
import { vars } from '@wusd/ui-kit/tokens';
import { VisuallyHidden } from '@wusd/ui-kit/VisuallyHidden';
import { styled } from 'styled-components';
import { useConfig } from '../../app/config.ts';
import { language } from '../../app/preferences.ts';
import { useMoney } from '../../app/swap-words.ts';
import { useValue } from '../../app/value.ts';
import { useWords } from '../../app/words.ts';
import { allStatuses } from './filters.ts';

const Row = styled.button`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto 11rem;
  align-items: center;
  gap: ${vars.space1} ${vars.space4};
  width: 100%;
  min-height: 72px;
  padding: ${vars.space3} ${vars.space4};
  border: 0;
  border-radius: ${vars.radiusControl};
  background: none;
  color: inherit;
  font: inherit;
  text-align: start;
  cursor: pointer;

  &:hover {
    background: ${vars.sunken};
  }
  > :last-child {
    justify-self: end;
  }
  @media (max-width: 767px) {
    grid-template-columns: auto minmax(0, 1fr) auto;

    > :last-child {
      grid-column: 2 / -1;
      justify-self: start;
    }
  }
`;
const What = styled.span`
  display: grid;
  gap: ${vars.space1};
  min-width: 0;

  strong {
    font: ${vars.typeHeadline};
    overflow-wrap: anywhere;
  }
  small {
    color: ${vars.fgMuted};
    font: ${vars.typeCaption};
  }
`;
const Amounts = styled.span`
  display: grid;
  gap: ${vars.space1};
  justify-items: end;
  font-variant-numeric: tabular-nums;

  strong {
    font: ${vars.typeHeadline};
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  strong[data-credit] {
    color: ${vars.positive};
  }
  small {
    color: ${vars.fgMuted};
    font: ${vars.typeCaption};
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
`;

/** What is written of a movement: what it was and over what, which way the money went, and how far it is. */
export function HistoryRow({ entry, onOpen }: { entry: HistoryEntry; onOpen: () => void }) {
  const words = useWords();
  const locale = useValue(language);
  const money = useMoney();
  const config = useConfig();
  const { kind, pay, receive, status, networkId, partnerId, isHeld, createTime } = entry;
  const place =
    config?.networks.find(({ id }) => id === networkId)?.name ??
    config?.partners.find(({ id }) => id === partnerId)?.name;
  const title = words(
    kind === 'auto-redemption' ? 'history.autoRedemption' : kind === 'swap' ? 'history.swap' : `history.${kind}`,
  );
  const main = kind === 'deposit' || (kind !== 'withdrawal' && receive) ? (receive ?? pay) : pay;
  // Only what came in at its end is green: what is on its way or went back is not money yet.
  const isCredit = kind === 'deposit' && status === 'completed';
  const { label, tone, icon } = allStatuses()[status];
  return (
    <Row type="button" onClick={onOpen}>
      <CurrencyIcon currency={main.currency} size={32} />
      <What>
        <strong>{place === undefined ? title : `${title} · ${place}`}</strong>
        <small>{formatDateTime(locale, createTime)}</small>
      </What>
      <Amounts>
        <strong data-credit={isCredit ? '' : undefined}>
          {kind === 'deposit' ? '+' : kind === 'withdrawal' ? '−' : ''}
          {money(main)}
        </strong>
        {main !== pay && kind !== 'deposit' && <small>−{money(pay)}</small>}
      </Amounts>
      <Chip tone={isHeld ? 'warning' : tone} icon={isHeld ? 'clock' : icon}>
        {words(label)}
        {isHeld && <VisuallyHidden>{words('history.held')}</VisuallyHidden>}
      </Chip>
    </Row>
  );
}
