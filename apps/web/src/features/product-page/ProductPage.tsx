import { currencies, Network, networkNames } from '@wusd/api-sdk/domain';
import type { MessageId } from '@wusd/i18n';
import { CurrencyIcon } from '@wusd/ui-kit/CurrencyIcon';
import { Icon, type IconName } from '@wusd/ui-kit/Icon';
import { Money } from '@wusd/ui-kit/Money';
import { Logo } from '@wusd/ui-kit/Logo';
import { vars } from '@wusd/ui-kit/tokens';
import { type ReactNode, useEffect } from 'react';
import { styled } from 'styled-components';
import { ButtonLink } from '../../shared/routing/link.tsx';
import { LegalLinks } from '../../shared/layout/LegalLinks.tsx';
import { useConfig } from '../../shared/api/config.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { sdkExample } from './sdk-example.ts';

const Wide = styled.div`
  width: 100%;
  max-width: calc(${vars.sizeDashboard} + 2 * ${vars.space6});
  margin-inline: auto;
  padding: 80px ${vars.space6};

  @media (max-width: 991px) {
    padding: ${vars.space9} ${vars.space5};
  }
`;
const Hero = styled(Wide)`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 460px);
  align-items: center;
  gap: ${vars.space10};

  @media (max-width: 991px) {
    grid-template-columns: minmax(0, 1fr);
    gap: ${vars.space8};
    padding-top: ${vars.space8};
  }
`;
const Pitch = styled.div`
  display: grid;
  gap: ${vars.space6};

  h1 {
    font: ${vars.typeDisplay};
    letter-spacing: -0.02em;
    text-wrap: balance;
  }
  p {
    max-width: 46ch;
    color: ${vars.fgMuted};
    font: ${vars.typeLead};
  }
  @media (max-width: 991px) {
    h1 {
      font: ${vars.typeAmountHero};
    }
  }
`;
const Acts = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${vars.space4};
`;
const Band = styled.section`
  /* Until the page is hydrated, sections are laid out when they come near the screen: the first paint does not wait for them. */
  [data-prerendered] & {
    content-visibility: auto;
    contain-intrinsic-size: auto 600px;
  }
  &[data-tone='surface'] {
    border-block: 1px solid ${vars.border};
    background: ${vars.surface};
  }
  h2 {
    margin-bottom: ${vars.space7};
    font: ${vars.typeTitle1};
    letter-spacing: -0.01em;
    text-wrap: balance;
  }
`;
const Three = styled.ul`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: ${vars.space7};

  @media (max-width: 991px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;
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
  display: flex;
  flex-wrap: wrap;
  gap: ${vars.space4};

  li {
    display: flex;
    align-items: center;
    gap: ${vars.space3};
    min-height: 44px;
    padding: ${vars.space3} ${vars.space5} ${vars.space3} ${vars.space3};
    border: 1px solid ${vars.border};
    border-radius: 22px;
    background: ${vars.surface};
    font: ${vars.typeLabel};
  }
  & + & {
    margin-top: ${vars.space5};
  }
  & + & li {
    padding-inline-start: ${vars.space5};
    color: ${vars.fgMuted};
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
  pre {
    margin: 0;
    padding: ${vars.space6};
    overflow: auto;
    border: 1px solid ${vars.border};
    border-radius: ${vars.radiusCard};
    background: ${vars.sunken};
    font: 0.875rem/1.5rem ${vars.fontMono};
    tab-size: 2;
  }
  @media (max-width: 991px) {
    grid-template-columns: minmax(0, 1fr);
    gap: ${vars.space6};
  }
`;
const Foot = styled.footer`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${vars.space4} ${vars.space6};
  color: ${vars.fgMuted};
  font: ${vars.typeLabel};

  a {
    color: ${vars.accentFg};
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

/** Sample rows: one amount from bank to chain. */
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

/** The product page, for visitors without a session. */
export function ProductPage({ calculator }: { calculator: ReactNode }) {
  const t = useTranslate();
  const config = useConfig();
  useEffect(() => {
    document.title = t('app.name');
  });
  const acts = (
    <Acts>
      <ButtonLink to="/register">{t('home.cta.open')}</ButtonLink>
      <ButtonLink to="/login" variant="secondary">
        {t('home.cta.login')}
      </ButtonLink>
    </Acts>
  );
  return (
    <>
      <Hero>
        <Pitch>
          <h1>{t('home.hero.title')}</h1>
          <p>{t('home.hero.body')}</p>
          {acts}
        </Pitch>
        {calculator}
      </Hero>
      <Band data-tone="surface">
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
      <Band>
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
      <Band data-tone="surface">
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
              <li key={id}>{networkNames[id]}</li>
            ))}
          </Names>
        </Wide>
      </Band>
      <Band>
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
      <Band data-tone="surface">
        <Wide>
          <Integrators>
            <div>
              <h2>{t('home.sdk.title')}</h2>
              <p>{t('home.sdk.body')}</p>
            </div>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
            <pre tabIndex={0} aria-label={t('home.sdk.title')}>
              <code>{sdkExample}</code>
            </pre>
          </Integrators>
        </Wide>
      </Band>
      <Band data-tone="surface">
        <Wide as={Foot}>
          <Logo wordmark={t('app.name')} size={24} />
          <span>{t('home.footer.note')}</span>
          <LegalLinks />
          {config && (
            <a href={`mailto:${config.supportEmail}`}>{t('home.footer.support', { email: config.supportEmail })}</a>
          )}
        </Wide>
      </Band>
    </>
  );
}
