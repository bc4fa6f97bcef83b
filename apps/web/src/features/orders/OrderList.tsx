import type { OtcOrder } from '@wusd/api-sdk/core';
import { formatDateTime } from '@wusd/i18n';
import { Chip } from '@wusd/ui-kit/Chip';
import { CurrencyIcon } from '@wusd/ui-kit/CurrencyIcon';
import { Icon } from '@wusd/ui-kit/Icon';
import { List, ListRow } from '@wusd/ui-kit/List';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { language } from '../../app/preferences.ts';
import { useMoney } from '../../app/swap-words.ts';
import { useValue } from '../../app/value.ts';
import { useWords } from '../../app/words.ts';
import { statuses } from '../../app/money/order-status.ts';

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

/** Orders, each to be opened. */
export function OrderList({ orders, onOpen }: OrderListProps) {
  const words = useWords();
  const money = useMoney();
  const locale = useValue(language);
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
                <Icon name="arrowRight" size={16} label={words('order.for')} />
              </For>{' '}
              {money(receive)}
            </>
          }
          note={formatDateTime(locale, orderTime)}
          status={
            <Chip tone={statuses[status].tone} icon={statuses[status].icon}>
              {words(statuses[status].label)}
            </Chip>
          }
          onPress={() => onOpen(id)}
        />
      ))}
    </List>
  );
}
