import type { HistoryEntry } from '@wusd/api-sdk/core';
import { formatDateTime } from '@wusd/i18n';
import { Chip } from '@wusd/ui-kit/Chip';
import { CurrencyIcon } from '@wusd/ui-kit/CurrencyIcon';
import { Icon } from '@wusd/ui-kit/Icon';
import { ListRow } from '@wusd/ui-kit/List';
import { vars } from '@wusd/ui-kit/tokens';
import { VisuallyHidden } from '@wusd/ui-kit/VisuallyHidden';
import { memo } from 'react';
import { styled } from 'styled-components';
import { useConfig } from '../../shared/api/config.ts';
import { language } from '../../shared/i18n/preferences.ts';
import { useMoney } from '../../shared/money/use-money.ts';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { allStatuses } from './filters.ts';

const Credit = styled.span`
  color: ${vars.positive};
`;

export interface HistoryRowProps {
  entry: HistoryEntry;
  onOpen: (entry: HistoryEntry) => void;
}

/**
 * What is written of a movement: what it was and over what, which way the money went, and how far it is. Drawn again only where that has
 * changed: a list that is scrolled draws those that come into sight.
 */
export const HistoryRow = memo(function HistoryRow({ entry, onOpen }: HistoryRowProps) {
  const t = useTranslate();
  const locale = useStore(language);
  const money = useMoney();
  const config = useConfig();
  const { kind, pay, receive, status, networkId, partnerId, isHeld, createTime, undisclosed } = entry;
  const place =
    config?.networks.find(({ id }) => id === networkId)?.name ??
    config?.partners.find(({ id }) => id === partnerId)?.name;
  const title = t(
    kind === 'auto-redemption' ? 'history.autoRedemption' : kind === 'swap' ? 'history.swap' : `history.${kind}`,
  );
  const main = kind === 'deposit' || (kind !== 'withdrawal' && receive) ? (receive ?? pay) : pay;
  // Only what came in at its end is green: what is on its way or went back is not money yet.
  const isCredit = kind === 'deposit' && status === 'completed';
  const { label, tone, icon } = allStatuses()[status];
  const amount = undisclosed
    ? t('history.undisclosed')
    : `${kind === 'deposit' ? '+' : kind === 'withdrawal' ? '−' : ''}${money(main)}`;
  return (
    <ListRow
      leading={undisclosed ? <Icon name="clock" size={32} /> : <CurrencyIcon currency={main.currency} size={32} />}
      title={place === undefined ? title : `${title} · ${place}`}
      note={formatDateTime(locale, createTime)}
      amount={isCredit ? <Credit>{amount}</Credit> : amount}
      amountNote={main !== pay && kind !== 'deposit' ? `−${money(pay)}` : undefined}
      status={
        <Chip tone={isHeld ? 'warning' : tone} icon={isHeld ? 'clock' : icon}>
          {t(label)}
          {isHeld && <VisuallyHidden>{t('history.held')}</VisuallyHidden>}
        </Chip>
      }
      onPress={() => onOpen(entry)}
    />
  );
});
