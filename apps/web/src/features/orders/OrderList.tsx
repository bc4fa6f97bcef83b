import type { OtcOrder } from '@wusd/api-sdk/core';
import { formatDateTime } from '@wusd/i18n';
import { StatusChip } from '@wusd/ui-kit/StatusChip';
import { CurrencyIcon } from '@wusd/ui-kit/CurrencyIcon';
import { Icon } from '@wusd/ui-kit/Icon';
import { List, ListRow } from '@wusd/ui-kit/List';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { language } from '../../shared/i18n/preferences.ts';
import { useMoney } from '../../shared/money/use-money.ts';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { statuses } from '../../shared/money/order-status.ts';

const For = styled.span`
  color: ${vars.fgMuted};

  svg {
    vertical-align: -2px;
  }
`;
export interface OrderListProps {
  orders: readonly OtcOrder[];
  onOpen: (id: string) => void;
}

/** List of orders. Pressing an order opens it. */
export function OrderList({ orders, onOpen }: OrderListProps) {
  const t = useTranslate();
  const money = useMoney();
  const locale = useStore(language);
  return (
    <List>
      {orders.map(({ id, pay, receive, orderTime, status }) => (
        <ListRow
          key={id}
          leading={<CurrencyIcon currency={receive.currency} size={32} />}
          title={
            <>
              {money(pay)}{' '}
              <For>
                <Icon name="arrowRight" size={16} label={t('order.for')} />
              </For>{' '}
              {money(receive)}
            </>
          }
          note={formatDateTime(locale, orderTime)}
          status={<StatusChip status={statuses[status].kind}>{t(statuses[status].label)}</StatusChip>}
          onPress={() => onOpen(id)}
        />
      ))}
    </List>
  );
}
