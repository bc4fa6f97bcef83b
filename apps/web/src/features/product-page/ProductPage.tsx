import { Logo } from '@wusd/ui-kit/Logo';
import { vars } from '@wusd/ui-kit/tokens';
import { lazyRouteComponent } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { styled } from 'styled-components';
import { ButtonLink } from '../../shared/routing/link.tsx';
import { LegalLinks } from '../../shared/layout/LegalLinks.tsx';
import { useConfig } from '../../shared/api/config.ts';
import { loadArea } from '../../shared/i18n/catalogues.ts';
import { language } from '../../shared/i18n/preferences.ts';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { Band, Wide } from './bands.tsx';

/** Loaded separately, because the document already contains the rendered details. */
export const ProductDetails = lazyRouteComponent(() =>
  Promise.all([import('./ProductDetails.tsx'), loadArea('product')]).then(([details]) => details),
);

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
    text-wrap: pretty;
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

/** The product page, for visitors without a session. */
export function ProductPage({ calculator }: { calculator: ReactNode }) {
  const t = useTranslate();
  const config = useConfig();
  useEffect(() => {
    document.title = t('app.name');
  });
  return (
    <>
      <Hero>
        <Pitch>
          <h1>{t('home.hero.title')}</h1>
          <p>{t('home.hero.body')}</p>
          <Acts>
            <ButtonLink to="/register">{t('header.register')}</ButtonLink>
            <ButtonLink to="/login" variant="secondary">
              {t('header.login')}
            </ButtonLink>
          </Acts>
        </Pitch>
        {calculator}
      </Hero>
      <Details />
      <Band>
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

const detailsId = 'product-details';

const subscribeToNothing = () => () => {};

/**
 * The details as the build rendered them. Hydration keeps their HTML and loads neither their code nor their messages.
 * After a change of language the app renders them from then on, because Trusted Types forbid setting HTML.
 */
function Details() {
  const shownIn = useStore(language);
  const isHydration = useSyncExternalStore(
    subscribeToNothing,
    () => false,
    () => globalThis.document !== undefined,
  );
  const [documentLanguage] = useState(shownIn);
  const [isKept, setKept] = useState(isHydration);
  if (isKept && shownIn !== documentLanguage) setKept(false);
  if (isKept)
    // oxlint-disable-next-line react/no-danger -- hydration keeps the existing HTML, and sets nothing
    return <div id={detailsId} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />;
  return (
    <div id={detailsId} key={shownIn}>
      <Suspense>
        <ProductDetails />
      </Suspense>
    </div>
  );
}
