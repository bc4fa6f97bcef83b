import { BottomSheet } from '@wusd/ui-kit/BottomSheet';
import { Button } from '@wusd/ui-kit/Button';
import { styled } from 'styled-components';
import { TextLink } from '../../shared/routing/link.tsx';
import { chooseCookies, cookieAgreement } from '../../shared/i18n/preferences.ts';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';

const AboveNavigation = styled(BottomSheet)`
  @media (max-width: 991px) {
    bottom: calc(var(--bottom-bar, 0px) + env(safe-area-inset-bottom));
  }
`;

/** Asks the visitor what this site may store in the browser. Both choices take one press. */
export function CookieAgreement() {
  const t = useTranslate();
  const chosen = useStore(cookieAgreement);
  if (chosen !== undefined) return null;
  return (
    <AboveNavigation
      data-cookie-agreement
      label={t('cookie.label')}
      actions={
        <>
          <Button variant="secondary" onClick={() => chooseCookies(false)}>
            {t('cookie.necessary')}
          </Button>
          <Button variant="secondary" onClick={() => chooseCookies(true)}>
            {t('cookie.agree')}
          </Button>
        </>
      }
    >
      {t('cookie.text')} <TextLink to="/protocol/cookie-policy">{t('cookie.policy')}</TextLink>
    </AboveNavigation>
  );
}
