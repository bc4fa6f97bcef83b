import { formatAmount, type MessageId } from '@wusd/i18n';
import type { Currency } from '@wusd/api-sdk/domain';
import { Card } from '@wusd/ui-kit/Card';
import { CurrencyIcon } from '@wusd/ui-kit/CurrencyIcon';
import { Icon } from '@wusd/ui-kit/Icon';
import { Money } from '@wusd/ui-kit/Money';
import { StatusChip } from '@wusd/ui-kit/StatusChip';
import { Timeline } from '@wusd/ui-kit/Timeline';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { language } from '../../shared/i18n/preferences.ts';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';

const Two = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1.25fr);
  align-items: center;
  gap: ${vars.space9};

  h2 {
    margin-bottom: ${vars.space4};
  }
  > div > p {
    max-width: 46ch;
    color: ${vars.fgMuted};
    font: ${vars.typeLead};
  }
  @media (max-width: 991px) {
    grid-template-columns: minmax(0, 1fr);
    gap: ${vars.space7};
  }
`;
/** Layered cards on the brand colour. */
const Stage = styled.div`
  display: grid;
  grid-template-columns: repeat(12, minmax(0, 1fr));
  padding: ${vars.space8} ${vars.space8} ${vars.space9};
  border-radius: 24px;
  background: ${vars.accentWash};

  > * {
    grid-row: 1;
    box-shadow: ${vars.shadowPopover};
  }
  > :first-child {
    grid-column: 1 / 9;
    align-self: start;
  }
  > :last-child {
    grid-column: 5 / 13;
    align-self: end;
    margin-top: 14.5rem;
  }
  @media (max-width: 575px) {
    padding: ${vars.space5} ${vars.space5} ${vars.space6};

    [data-size='hero'] {
      font: ${vars.typeTitle1};
    }

    > :first-child {
      grid-column: 1 / 12;
    }
    > :last-child {
      grid-column: 2 / 13;
    }
  }
`;
const Stack = styled.div`
  display: grid;
  gap: ${vars.space4};

  > small {
    color: ${vars.fgMuted};
    font: ${vars.typeLabel};
  }
  ul {
    display: grid;
    gap: ${vars.space3};
  }
  ul > li {
    display: flex;
    font: ${vars.typeLabel};
    align-items: center;
    gap: ${vars.space3};

    > :last-child {
      margin-inline-start: auto;
    }
  }
`;
const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${vars.space2} ${vars.space4};

  strong {
    font: ${vars.typeHeadline};
  }
`;
const Receipt = styled.div`
  display: flex;
  align-items: center;
  gap: ${vars.space3};
  padding-top: ${vars.space4};
  border-top: 1px solid ${vars.border};
  color: ${vars.fgMuted};
  font: ${vars.typeLabel};
`;

const held: [currency: Currency, amount: string][] = [
  ['WUSD', '12000.00'],
  ['USD', '8250.50'],
  ['SGD', '5445.00'],
];
const steps: [title: MessageId, note: MessageId][] = [
  ['home.view.confirmed', 'home.view.confirmed.note'],
  ['home.view.sent', 'home.view.sent.note'],
  ['home.view.next', 'home.view.next.note'],
];

/** Preview built from the product's own components: a wallet, overlaid by a payment in progress. */
export function ProductView() {
  const t = useTranslate();
  const locale = useStore(language);
  const format = (amount: string): string => formatAmount(locale, amount, 2);
  return (
    <Two>
      <div>
        <h2>{t('home.view.title')}</h2>
        <p>{t('home.view.body')}</p>
      </div>
      <Stage aria-hidden>
        <Card>
          <Stack>
            <small>{t('home.view.total')}</small>
            <Money amount={format('24310.50')} currency="USD" size="hero" />
            <ul>
              {held.map(([currency, amount]) => (
                <li key={currency}>
                  <CurrencyIcon currency={currency} size={24} />
                  {currency}
                  <Money amount={format(amount)} currency={currency} />
                </li>
              ))}
            </ul>
          </Stack>
        </Card>
        <Card>
          <Stack>
            <Row>
              <strong>{t('home.view.payee')}</strong>
              <StatusChip status="pending">{t('home.view.status')}</StatusChip>
            </Row>
            <Money amount={format('1250.00')} currency="USD" size="headline" />
            <Timeline entries={steps.map(([title, note]) => ({ key: title, title: t(title), note: t(note) }))} />
            <Receipt>
              <Icon name="check" size={20} />
              {t('home.view.receipt')}
            </Receipt>
          </Stack>
        </Card>
      </Stage>
    </Two>
  );
}
