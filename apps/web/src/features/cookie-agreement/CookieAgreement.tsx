import { Button } from '@wusd/ui-kit/Button';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { TextLink } from '../../shared/routing/link.tsx';
import { chooseCookies, cookieAgreement } from '../../shared/i18n/preferences.ts';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';

const Banner = styled.section`
  position: sticky;
  bottom: 0;
  z-index: 20;
  display: flex;
  align-items: center;
  justify-content: center;
  gap: ${vars.space5};
  padding: ${vars.space4} ${vars.space6};
  border-top: 1px solid ${vars.border};
  background: ${vars.raised};
  font: ${vars.typeLabel};

  p {
    max-width: 80ch;
  }
  > div {
    display: flex;
    flex-wrap: wrap;
    flex: none;
    gap: ${vars.space3};
  }
  @media (max-width: 991px) {
    bottom: calc(64px + env(safe-area-inset-bottom));
    padding: ${vars.space4} ${vars.space5};
    font: ${vars.typeCaption};
    flex-wrap: wrap;
  }
`;

/** What this site keeps in the browser, until it was chosen how much. Either choice is as easy as the other. */
export function CookieAgreement() {
  const t = useTranslate();
  const chosen = useStore(cookieAgreement);
  if (chosen !== undefined) return null;
  return (
    <Banner data-cookie-agreement aria-label={t('cookie.label')}>
      <p>
        {t('cookie.text')} <TextLink to="/protocol/cookie-policy">{t('cookie.policy')}</TextLink>
      </p>
      <div>
        <Button variant="secondary" onClick={() => chooseCookies(false)}>
          {t('cookie.necessary')}
        </Button>
        <Button variant="secondary" onClick={() => chooseCookies(true)}>
          {t('cookie.agree')}
        </Button>
      </div>
    </Banner>
  );
}
