import { Link } from '@tanstack/react-router';
import { languageNames, languages, type Language } from '@wusd/i18n';
import { Icon, type IconName } from '@wusd/ui-kit/Icon';
import { Logo } from '@wusd/ui-kit/Logo';
import { NavMenu, NavMenuButton } from '@wusd/ui-kit/NavMenu';
import { SelectField } from '@wusd/ui-kit/SelectField';
import { vars } from '@wusd/ui-kit/tokens';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { styled } from 'styled-components';
import { loadArea } from '../../shared/i18n/catalogues.ts';
import { ButtonLink, MenuLink } from '../../shared/routing/link.tsx';
import { chooseLanguage, chooseTheme, language, theme, type Theme } from '../../shared/i18n/preferences.ts';
import { session } from '../../shared/api/client.ts';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { menuFor } from './menu.ts';
import { BottomBar } from './BottomBar.tsx';

const LogOut = lazy(() => Promise.all([import('./LogOut.tsx'), loadArea('wallet')]).then(([logOut]) => logOut));

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
const Pickers = styled.div`
  display: flex;
  justify-content: space-between;
  margin-top: ${vars.space3};
  border-top: 1px solid ${vars.border};
  padding-top: ${vars.space3};
`;
const Email = styled.p`
  padding: ${vars.space3} ${vars.space4};
  border-bottom: 1px solid ${vars.border};
  margin-bottom: ${vars.space3};
  color: ${vars.fgMuted};
  font: ${vars.typeLabel};
  overflow-wrap: anywhere;
  max-width: 280px;
`;

/** Logo, main navigation and account menu. On a phone the navigation moves to the bar at the bottom. */
export function Header({ ribbon }: { ribbon: ReactNode }) {
  const t = useTranslate();
  const { authUser } = useStore(session);
  const [isLeaving, setLeaving] = useState(false);
  const menu = authUser && menuFor(authUser.scopes);

  const userItems = authUser && menu && (
    <>
      <Email>{authUser.email}</Email>
      {menu.user.map(({ to, label, icon }) => (
        <MenuLink key={to} to={to}>
          <Icon name={icon} size={20} />
          {t(label)}
        </MenuLink>
      ))}
      <NavMenuButton onClick={() => setLeaving(true)}>
        <Icon name="logout" size={20} />
        {t('header.logout')}
      </NavMenuButton>
    </>
  );

  return (
    <>
      <Bar>
        {ribbon}
        <Inner>
          <HomeLink to="/home" aria-label={t('header.home')}>
            <Logo wordmark={t('app.name')} />
          </HomeLink>
          <Nav aria-label={t('header.nav')}>
            {menu && (
              <>
                <MenuLink to="/mint-redeem">{t('header.swap')}</MenuLink>
                {menu.wallet.length > 0 && (
                  <NavMenu label={t('header.wallet')}>
                    {menu.wallet.map(({ to, label, icon }) => (
                      <MenuLink key={to} to={to}>
                        <Icon name={icon} size={20} />
                        {t(label)}
                      </MenuLink>
                    ))}
                  </NavMenu>
                )}
                {menu.order && <MenuLink to="/mint-redeem-order">{t('header.order')}</MenuLink>}
              </>
            )}
          </Nav>
          <Tools>
            <Wide>
              <LanguagePicker />
              <ThemePicker />
            </Wide>
            {userItems ? (
              <Wide>
                <NavMenu label={t('header.user')} icon="user" isLabelHidden align="end">
                  {userItems}
                </NavMenu>
              </Wide>
            ) : (
              <>
                <Wide data-signed-out>
                  <ButtonLink to="/register" variant="secondary" isDense>
                    {t('header.register')}
                  </ButtonLink>
                </Wide>
                <ButtonLink to="/login" isDense data-signed-out>
                  {t('header.login')}
                </ButtonLink>
              </>
            )}
            <Narrow>
              <NavMenu label={t('header.menu')} icon="menu" isLabelHidden align="end">
                {userItems ?? <MenuLink to="/register">{t('header.register')}</MenuLink>}
                <Pickers onClick={(event) => event.stopPropagation()}>
                  <LanguagePicker />
                  <ThemePicker />
                </Pickers>
              </NavMenu>
            </Narrow>
          </Tools>
        </Inner>
      </Bar>
      {menu && <BottomBar menu={menu} />}
      {isLeaving && (
        <Suspense>
          <LogOut onClose={() => setLeaving(false)} />
        </Suspense>
      )}
    </>
  );
}

function LanguagePicker() {
  const t = useTranslate();
  return (
    <SelectField
      label={t('header.language')}
      isLabelHidden
      isBare
      leading={<Icon name="globe" size={20} />}
      value={useStore(language)}
      options={languages.map((value) => ({ value, label: languageNames[value] }))}
      onChange={(event) => chooseLanguage(event.target.value as Language)}
    />
  );
}

function ThemePicker() {
  const t = useTranslate();
  const chosen = useStore(theme);
  return (
    <NavMenu label={t('header.theme')} icon="theme" isLabelHidden align="end">
      {(['system', 'light', 'dark'] as const).map((value) => (
        <NavMenuButton key={value} aria-pressed={value === chosen} onClick={() => chooseTheme(value)}>
          <Icon name={themeIcons[value]} size={20} />
          {t(`header.theme.${value}`)}
        </NavMenuButton>
      ))}
    </NavMenu>
  );
}

const themeIcons = { system: 'theme', light: 'sun', dark: 'moon' } as const satisfies Record<Theme, IconName>;
