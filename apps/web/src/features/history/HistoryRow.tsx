import type { HistoryEntry } from '@wusd/api-sdk/core';
import { formatDateTime, formatTimeOfDay } from '@wusd/i18n';
import { StatusChip } from '@wusd/ui-kit/StatusChip';
import { CurrencyIcon } from '@wusd/ui-kit/CurrencyIcon';
import { Icon } from '@wusd/ui-kit/Icon';
import { ListRow } from '@wusd/ui-kit/List';
import { vars } from '@wusd/ui-kit/tokens';
import { VisuallyHidden } from '@wusd/ui-kit/VisuallyHidden';
import { memo } from 'react';
import { styled } from 'styled-components';
import { useConfig } from '../../shared/api/config.ts';
import { language } from '../../shared/i18n/preferences.ts';
import { useShownMoney } from '../../shared/money/use-money.ts';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { counterpartyOf, entryTitles, mainAmount } from './entries.ts';
import { allStatuses } from './filters.ts';

const Credit = styled.span`
  color: ${vars.positive};
`;
/** An amount that was never debited or credited, or was returned in full. */
const Void = styled.span`
  color: ${vars.fgMuted};
  font: ${vars.typeBody};
  font-variant-numeric: tabular-nums;
`;

export interface HistoryRowProps {
  entry: HistoryEntry;
  onOpen: (entry: HistoryEntry) => void;
  /** Whether a heading above the row shows the day. @default false */
  isBelowDay?: boolean;
}

/**
 * One entry of the history: counterparty, kind, network or bank, amounts and status. Memoized, because scrolling
 * rerenders the list.
 */
export const HistoryRow = memo(function HistoryRow({ entry, onOpen, isBelowDay = false }: HistoryRowProps) {
  const t = useTranslate();
  const locale = useStore(language);
  const money = useShownMoney();
  const route = useRouteName(entry);
  const { kind, pay, undisclosed, createTime } = entry;
  const main = mainAmount(entry);
  const isExchange = main !== pay && kind !== 'deposit';
  const sign = isVoid(entry) ? '' : '−';
  const label = t(entryTitles[kind]);
  const name = counterpartyOf(entry);
  const time = isBelowDay ? formatTimeOfDay : formatDateTime;
  return (
    <ListRow
      leading={undisclosed ? <Icon name="clock" size={32} /> : <CurrencyIcon currency={main.currency} size={32} />}
      title={name === undefined ? [label, route].filter(Boolean).join(' · ') : t(titleWithName(kind), { name })}
      note={[...(name === undefined ? [] : [label, route]), time(locale, createTime)].filter(Boolean).join(' · ')}
      amount={<Amount entry={entry} />}
      amountNote={isExchange ? `${sign}${money(pay)}` : undefined}
      status={<Status entry={entry} />}
      onPress={() => onOpen(entry)}
    />
  );
});

const titleWithName = (kind: HistoryEntry['kind']) => (kind === 'deposit' ? 'history.fromName' : 'history.toName');

/** Whether the entry changed no balance: it failed, or was rejected or cancelled. */
function isVoid({ status }: HistoryEntry): boolean {
  const { kind } = allStatuses()[status];
  return kind === 'failure' || kind === 'cancelled';
}

/** Name of the network or the partner bank that the money travelled over. */
function useRouteName({ networkId, partnerId }: HistoryEntry): string | undefined {
  const config = useConfig();
  const network = config?.networks.find(({ id }) => id === networkId);
  const partner = config?.partners.find(({ id }) => id === partnerId);
  return (network ?? partner)?.name;
}

/** The amount, with a sign if the entry changes a balance. A swap without a credit yet shows its debit. */
function Amount({ entry }: { entry: HistoryEntry }) {
  const t = useTranslate();
  const money = useShownMoney();
  const { kind, status, undisclosed, receive } = entry;
  if (undisclosed) return t('history.undisclosed');
  const amount = money(mainAmount(entry));
  if (isVoid(entry)) return <Void>{amount}</Void>;
  const sign = kind !== 'deposit' && receive === undefined ? '−' : kind === 'withdrawal' ? '−' : '+';
  // Highlight completed credits only: the customer does not have pending money yet.
  return status === 'completed' && sign === '+' ? <Credit>{`+${amount}`}</Credit> : `${sign}${amount}`;
}

function Status({ entry: { status, isHeld } }: { entry: HistoryEntry }) {
  const t = useTranslate();
  const { label, kind } = allStatuses()[status];
  return (
    <StatusChip status={isHeld ? 'attention' : kind}>
      {t(label)}
      {isHeld && <VisuallyHidden>{t('history.held')}</VisuallyHidden>}
    </StatusChip>
  );
}
