import { Link, useLocation } from '@tanstack/react-router';
import { hasStoredSession } from '@wusd/auth-core/store';
import { Logo } from '@wusd/ui-kit/Logo';
import { NavMenu } from '@wusd/ui-kit/NavMenu';
import { vars } from '@wusd/ui-kit/tokens';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { loadArea } from '../../shared/i18n/catalogues.ts';
import { ButtonLink, MenuLink } from '../../shared/routing/link.tsx';
import { session } from '../../shared/api/client.ts';
import { connection } from '../../shared/api/connection.ts';
import { reportFailure } from '../../shared/feedback/failures.ts';
import { createStore, useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import type * as menusModule from './CustomerMenus.tsx';
import { LanguagePicker, PickerRow, ThemePicker } from './Pickers.tsx';

const LogOut = lazy(() => Promise.all([import('./LogOut.tsx'), loadArea('wallet')]).then(([logOut]) => logOut));

type CustomerMenus = typeof menusModule;

/** Menus of a signed-in customer; undefined until loaded. */
const customerMenus = createStore<CustomerMenus | undefined>(undefined);

/** Loads the menus of a signed-in customer. Call it before rendering the header, so that they do not appear late. */
export async function loadCustomerMenus(): Promise<void> {
  const [menus] = await Promise.all([import('./CustomerMenus.tsx'), loadArea('wallet')]);
  customerMenus.set(menus);
}

function useCustomerMenus(): CustomerMenus | undefined {
  const isSignedIn = useStore(session).authUser !== undefined;
  const loaded = useStore(customerMenus);
  const hasConnection = useStore(connection) === 'online';
  const { pathname } = useLocation();
  const [failedAt, setFailedAt] = useState<string>();
  const isDue = isSignedIn && hasConnection && !loaded && failedAt !== pathname;
  useEffect(() => {
    if (!isDue) return;
    // After a failed load, the next page tries again.
    loadCustomerMenus().catch((error: unknown) => {
      setFailedAt(pathname);
      reportFailure(error);
    });
  }, [isDue, pathname]);
  return isSignedIn ? loaded : undefined;
}

const Bar = styled.header`
  position: sticky;
  top: 0;
  z-index: 25;
  border-bottom: 1px solid ${vars.border};
  background: ${vars.surface};
`;
const Inner = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${vars.space5};
  max-width: calc(${vars.sizeDashboard} + 2 * ${vars.space6});
  min-height: 64px;
  margin-inline: auto;
  padding-inline: ${vars.space6};

  @media (max-width: 991px) {
    min-height: 56px;
    gap: ${vars.space3};
    padding-inline: ${vars.space5};
  }
  /* Fits one row in every language. */
  @media (max-width: 359px) {
    gap: ${vars.space2};
    padding-inline: ${vars.space4};

    [data-wordmark] > span {
      gap: ${vars.space2};
      font: ${vars.typeHeadline};
    }
  }
`;
const HomeLink = styled(Link)`
  display: grid;
  align-items: center;
  min-height: 44px;
  border-radius: ${vars.radiusControl};
  text-decoration: none;
`;
const Nav = styled.nav`
  display: flex;
  align-items: center;
  gap: ${vars.space2};

  > a {
    font: ${vars.typeLabel};
  }
  @media (max-width: 991px) {
    display: none;
  }
`;
const Tools = styled.div`
  display: flex;
  align-items: center;
  gap: ${vars.space3};
  margin-inline-start: auto;

  @media (max-width: 359px) {
    gap: ${vars.space1};
  }
`;
const Wide = styled.div`
  display: flex;
  align-items: center;

  @media (max-width: 991px) {
    display: none;
  }
`;
const Narrow = styled.div`
  display: none;

  @media (max-width: 991px) {
    display: block;
  }
`;

/** Logo, main navigation and account menu. On a phone, a customer has navigation and account menu in the bottom bar. */
export function Header({ ribbon, foldedRibbon }: { ribbon: ReactNode; foldedRibbon?: ReactNode }) {
  const t = useTranslate();
  const { authUser } = useStore(session);
  const menus = useCustomerMenus();
  const [isLeaving, setLeaving] = useState(false);
  const leave = (): void => setLeaving(true);
  return (
    <>
      <Bar>
        {ribbon}
        <Inner>
          <HomeLink to="/home" aria-label={t('header.home')} data-wordmark>
            <Logo wordmark={t('app.name')} />
          </HomeLink>
          <Nav aria-label={t('header.nav')}>{menus && <menus.CustomerNav />}</Nav>
          <Tools>
            {foldedRibbon}
            <Wide>
              <LanguagePicker />
              <ThemePicker />
              {menus && <menus.CustomerTools onLogOut={leave} />}
            </Wide>
            {!authUser && !hasStoredSession() && <VisitorTools />}
          </Tools>
        </Inner>
      </Bar>
      {menus && <menus.BottomBar onLogOut={leave} />}
      {isLeaving && (
        <Suspense>
          <LogOut onClose={() => setLeaving(false)} />
        </Suspense>
      )}
    </>
  );
}

function VisitorTools() {
  const t = useTranslate();
  return (
    <>
      <Wide data-signed-out>
        <ButtonLink to="/register" variant="secondary" isDense>
          {t('header.register')}
        </ButtonLink>
      </Wide>
      <ButtonLink to="/login" isDense data-signed-out>
        {t('header.login')}
      </ButtonLink>
      <Narrow>
        <NavMenu label={t('header.menu')} icon="menu" isLabelHidden align="end">
          <MenuLink to="/register">{t('header.register')}</MenuLink>
          <PickerRow onClick={(event) => event.stopPropagation()}>
            <LanguagePicker />
            <ThemePicker />
          </PickerRow>
        </NavMenu>
      </Narrow>
    </>
  );
}
