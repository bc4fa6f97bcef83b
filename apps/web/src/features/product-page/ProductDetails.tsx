import { currencies, Network, networkNames } from '@wusd/api-sdk/domain';
import type { MessageId } from '@wusd/i18n';
import { CurrencyIcon } from '@wusd/ui-kit/CurrencyIcon';
import { Icon, type IconName } from '@wusd/ui-kit/Icon';
import { Money } from '@wusd/ui-kit/Money';
import { NetworkIcon } from '@wusd/ui-kit/NetworkIcon';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { Band, Three, Wide } from './bands.tsx';
import { CodeSamples } from './CodeSamples.tsx';
import { ProductView } from './ProductView.tsx';
import { Questions } from './Questions.tsx';

const Fact = styled.li`
  display: grid;
  gap: ${vars.space3};
  align-content: start;
  padding-top: ${vars.space5};
  border-top: 2px solid ${vars.accent};

  strong {
    font: ${vars.typeAmountHero};
    font-variant-numeric: tabular-nums lining-nums;
    letter-spacing: -0.02em;
  }
  p {
    color: ${vars.fgMuted};
  }
`;
const Point = styled.li`
  display: grid;
  gap: ${vars.space3};
  align-content: start;

  > svg {
    color: ${vars.accentFg};
  }
  h3 {
    font: ${vars.typeTitle2};
  }
  p {
    color: ${vars.fgMuted};
  }
`;
const Step = styled(Point)`
  grid-template-columns: auto 1fr;
  column-gap: ${vars.space5};
  padding: ${vars.space6};
  border: 1px solid ${vars.border};
  border-radius: ${vars.radiusCard};
  background: ${vars.canvas};

  > span {
    display: grid;
    place-items: center;
    width: 36px;
    height: 36px;
    border-radius: 50%;
    background: ${vars.accentWash};
    color: ${vars.accentFg};
    font: ${vars.typeHeadline};
    font-variant-numeric: tabular-nums;
  }
  h3 {
    align-self: center;
  }
  p {
    grid-column: 1 / -1;
  }
`;
const Sample = styled.div`
  grid-column: 1 / -1;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${vars.space3};
  min-height: 64px;
  padding: ${vars.space4} ${vars.space5};
  border: 1px solid ${vars.border};
  border-radius: ${vars.radiusControl};
  background: ${vars.surface};
  color: ${vars.fgMuted};

  > span {
    display: inline-flex;
    align-items: center;
    gap: ${vars.space3};
  }
`;
const Names = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(146px, 1fr));
  gap: ${vars.space4};

  li {
    display: flex;
    align-items: center;
    gap: ${vars.space3};
    min-height: 48px;
    padding: ${vars.space3} ${vars.space4};
    border-radius: ${vars.radiusCard};
    background: ${vars.surface};
    box-shadow: ${vars.shadowCard};
    font: ${vars.typeLabel};
  }
  & + & {
    margin-top: ${vars.space6};
  }
`;
const Integrators = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1.6fr);
  gap: ${vars.space8};
  align-items: center;

  h2 {
    margin-bottom: ${vars.space4};
  }
  p {
    color: ${vars.fgMuted};
  }
  @media (max-width: 991px) {
    grid-template-columns: minmax(0, 1fr);
    gap: ${vars.space6};
  }
`;
const facts: [value: MessageId, text: MessageId][] = [
  ['home.facts.peg.value', 'home.facts.peg.text'],
  ['home.facts.fee.value', 'home.facts.fee.text'],
  ['home.facts.time.value', 'home.facts.time.text'],
];
const steps: [title: MessageId, body: MessageId][] = [
  ['home.steps.1.title', 'home.steps.1.body'],
  ['home.steps.2.title', 'home.steps.2.body'],
  ['home.steps.3.title', 'home.steps.3.body'],
];
const safety: [icon: IconName, title: MessageId, body: MessageId][] = [
  ['order', 'home.safe.ledger.title', 'home.safe.ledger.body'],
  ['key', 'home.safe.codes.title', 'home.safe.codes.body'],
  ['clock', 'home.safe.pause.title', 'home.safe.pause.body'],
];

/** Sample rows that follow one amount from a bank to a blockchain. */
const samples = [
  <>
    <span>
      <CurrencyIcon currency="USD" size={28} />
      <Icon name="bank" size={20} />
    </span>
    <Money amount="+ 1,000.00" currency="USD" size="headline" />
  </>,
  <>
    <span>
      <CurrencyIcon currency="USD" size={28} />
      <Icon name="arrowRight" size={20} />
      <CurrencyIcon currency="WUSD" size={28} />
    </span>
    <Money amount="1,000.00" currency="WUSD" size="headline" />
  </>,
  <>
    <span>
      <CurrencyIcon currency="WUSD" size={28} />
      <Icon name="link" size={20} />
      0x52ae…91c4
    </span>
    <Money amount="1,000.00" currency="WUSD" size="headline" />
  </>,
];

/**
 * The product page below the calculator. It works without scripts: the build renders it, and the app does not hydrate
 * it (see `ProductPage`).
 */
export default function ProductDetails() {
  const t = useTranslate();
  return (
    <>
      <Band data-tone="surface">
        <Wide>
          <ProductView />
        </Wide>
      </Band>
      <Band>
        <Wide>
          <h2>{t('home.facts.title')}</h2>
          <Three>
            {facts.map(([value, text]) => (
              <Fact key={value}>
                <strong>{t(value)}</strong>
                <p>{t(text)}</p>
              </Fact>
            ))}
          </Three>
        </Wide>
      </Band>
      <Band data-tone="surface">
        <Wide>
          <h2>{t('home.steps.title')}</h2>
          <Three as="ol">
            {steps.map(([title, body], index) => (
              <Step key={title}>
                <span aria-hidden>{index + 1}</span>
                <h3>{t(title)}</h3>
                <p>{t(body)}</p>
                <Sample aria-hidden>{samples[index]}</Sample>
              </Step>
            ))}
          </Three>
        </Wide>
      </Band>
      <Band>
        <Wide>
          <h2>{t('home.networks.title')}</h2>
          <Names>
            {currencies.map((currency) => (
              <li key={currency}>
                <CurrencyIcon currency={currency} size={28} />
                {currency}
              </li>
            ))}
          </Names>
          <Names>
            {Object.values(Network).map((id) => (
              <li key={id}>
                <NetworkIcon network={networkNames[id]} size={28} />
                {networkNames[id]}
              </li>
            ))}
          </Names>
        </Wide>
      </Band>
      <Band data-tone="surface">
        <Wide>
          <h2>{t('home.safe.title')}</h2>
          <Three>
            {safety.map(([icon, title, body]) => (
              <Point key={title}>
                <Icon name={icon} size={28} />
                <h3>{t(title)}</h3>
                <p>{t(body)}</p>
              </Point>
            ))}
          </Three>
        </Wide>
      </Band>
      <Band>
        <Wide>
          <Integrators>
            <div>
              <h2>{t('home.sdk.title')}</h2>
              <p>{t('home.sdk.body')}</p>
            </div>
            <CodeSamples />
          </Integrators>
        </Wide>
      </Band>
      <Band data-tone="surface">
        <Wide>
          <Questions />
        </Wide>
      </Band>
    </>
  );
}
