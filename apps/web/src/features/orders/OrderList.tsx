import type { OtcOrder } from '@wusd/api-sdk/core';
import { formatDateTime } from '@wusd/i18n';
import { Chip } from '@wusd/ui-kit/Chip';
import { CurrencyIcon } from '@wusd/ui-kit/CurrencyIcon';
import { Icon } from '@wusd/ui-kit/Icon';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { language } from '../../app/preferences.ts';
import { useMoney } from '../../app/swap-words.ts';
import { useValue } from '../../app/value.ts';
import { useWords } from '../../app/words.ts';
import { statuses } from '../../app/money/order-status.ts';

const List = styled.ul`
  display: grid;
  margin: ${vars.space4} calc(-1 * ${vars.space4}) 0;
  list-style: none;

  li + li {
    border-top: 1px solid ${vars.border};
  }
`;
const Row = styled.button`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  align-items: center;
  gap: ${vars.space2} ${vars.space4};
  width: 100%;
  padding: ${vars.space4};
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
  @media (max-width: 575px) {
    grid-template-columns: auto minmax(0, 1fr);

    > :last-child {
      grid-column: 2;
      justify-self: start;
    }
  }
`;
const Amounts = styled.span`
  display: grid;
  gap: ${vars.space1};
  font-variant-numeric: tabular-nums;

  strong {
    font: ${vars.typeHeadline};
    font-variant-numeric: tabular-nums;
  }
  svg {
    vertical-align: -2px;
    color: ${vars.fgMuted};
  }
  small {
    color: ${vars.fgMuted};
    font: ${vars.typeCaption};
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
        <li key={id}>
          <Row type="button" onClick={() => onOpen(id)}>
            <CurrencyIcon currency={receive.currency} size={32} />
            <Amounts>
              <strong>
                {money(pay)} <Icon name="arrowRight" size={16} label={words('order.for')} /> {money(receive)}
              </strong>
              <small>{formatDateTime(locale, orderTime)}</small>
            </Amounts>
            <Chip tone={statuses[status].tone} icon={statuses[status].icon}>
              {words(statuses[status].label)}
            </Chip>
          </Row>
        </li>
      ))}
    </List>
  );
}
