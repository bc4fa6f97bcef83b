import { Link } from '@tanstack/react-router';
import { Icon, type IconName } from '@wusd/ui-kit/Icon';
import { IconButton } from '@wusd/ui-kit/IconButton';
import { NavMenu, NavMenuButton } from '@wusd/ui-kit/NavMenu';
import { vars } from '@wusd/ui-kit/tokens';
import type { MessageId } from '@wusd/i18n';
import { useEffect } from 'react';
import { styled } from 'styled-components';
import { SelectField } from '@wusd/ui-kit/SelectField';
import { chooseTheme, theme, type Theme } from '../../shared/i18n/preferences.ts';
import { session } from '../../shared/api/client.ts';
import { MenuLink } from '../../shared/routing/link.tsx';
import type { RoutePath } from '../../shared/routing/route-table.ts';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { isPaletteOpen } from '../../shared/state/palette.ts';
import { inSheet, type Menu, type MenuEntry, menuFor } from './menu.ts';
import { BellWhenLoaded } from './BellWhenLoaded.tsx';
import { LanguagePicker, PickerRow, themeIcons, themes } from './Pickers.tsx';

// Parts of the header for signed-in customers. Visitors do not load this file.

const Email = styled.p`
  padding: ${vars.space3} ${vars.space4};
  border-bottom: 1px solid ${vars.border};
  margin-bottom: ${vars.space3};
  color: ${vars.fgMuted};
  font: ${vars.typeLabel};
  overflow-wrap: anywhere;
  max-width: 280px;
`;
const Bar = styled.nav`
  display: none;

  @media (max-width: 991px) {
    position: fixed;
    inset-inline: 0;
    bottom: 0;
    z-index: 22;
    display: flex;
    padding-bottom: env(safe-area-inset-bottom);
    border-top: 1px solid ${vars.border};
    background: ${vars.surface};
  }
`;
const Place = styled(Link)`
  display: grid;
  flex: 1;
  justify-items: center;
  align-content: center;
  gap: ${vars.space1};
  min-width: 0;
  height: 63px;
  color: ${vars.fgMuted};
  font: ${vars.typeCaption};
  text-decoration: none;

  &[aria-current='page'] {
    color: ${vars.accentFg};
  }
  &:focus-visible {
    outline-offset: -2px;
  }
`;

/** Whether a key press opens the command palette: Ctrl+K or, on a Mac, ⌘K. */
const opensPalette = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey;

function useMenu(): Menu | undefined {
  const { authUser } = useStore(session);
  return authUser && menuFor(authUser.scopes);
}

/** Main navigation on a desktop. The caller renders the landmark. */
export function CustomerNav() {
  const t = useTranslate();
  const menu = useMenu();
  if (!menu) return null;
  return (
    <>
      <MenuLink to="/mint-redeem">{t('header.swap')}</MenuLink>
      {menu.wallet.length > 0 && (
        <NavMenu label={t('header.wallet')}>
          <Entries of={menu.wallet} />
        </NavMenu>
      )}
      {menu.places.map(({ to, label }) => (
        <MenuLink key={to} to={to}>
          {t(label)}
        </MenuLink>
      ))}
    </>
  );
}

/** "Move money" and the account dropdown, at the end of the desktop header. */
export function CustomerTools({ onLogOut }: { onLogOut: () => void }) {
  const t = useTranslate();
  const menu = useMenu();
  const email = useStore(session).authUser?.email;
  useEffect(() => {
    const open = (event: KeyboardEvent): void => {
      if (!opensPalette(event)) return;
      event.preventDefault();
      isPaletteOpen.set(true);
    };
    addEventListener('keydown', open);
    return () => removeEventListener('keydown', open);
  }, []);
  if (!menu) return null;
  return (
    <>
      {menu.move.length > 1 && (
        <NavMenu label={t('menu.move')} align="end" variant="primary">
          <Entries of={menu.move} />
        </NavMenu>
      )}
      <IconButton
        icon="search"
        size={20}
        label={t('palette.title')}
        aria-keyshortcuts="Control+K Meta+K"
        title={t('palette.shortcut')}
        onClick={() => isPaletteOpen.set(true)}
      />
      <BellWhenLoaded />
      <NavMenu label={t('header.user')} icon="user" isLabelHidden align="end">
        <Email>{email}</Email>
        <Entries of={menu.user} />
        <LogOutButton onLogOut={onLogOut} />
      </NavMenu>
    </>
  );
}

/** Main navigation on a phone. Every page of the desktop header is at most two taps away. */
export function BottomBar({ onLogOut }: { onLogOut: () => void }) {
  const t = useTranslate();
  const menu = useMenu();
  const email = useStore(session).authUser?.email;
  if (!menu) return null;
  const place = (to: RoutePath, icon: IconName, label: MessageId) => (
    <Place to={to} aria-current={undefined} activeProps={{ 'aria-current': 'page' }}>
      <Icon name={icon} />
      {t(label)}
    </Place>
  );
  const reaches = (path: RoutePath): boolean => menu.places.some(({ to }) => to === path);
  return (
    <Bar aria-label={t('header.nav')}>
      {place('/home', 'home', 'menu.home')}
      {reaches('/wallet-history') && place('/wallet-history', 'clock', 'menu.history')}
      {menu.move.length > 1 ? (
        <NavMenu label={t('menu.move.short')} icon="swap" placement="bar">
          <Entries of={menu.move} />
        </NavMenu>
      ) : (
        place('/mint-redeem', 'swap', 'header.swap')
      )}
      {reaches('/recipients') && place('/recipients', 'people', 'menu.recipients')}
      <NavMenu label={t('header.user')} icon="user" placement="bar">
        <Email>{email}</Email>
        <Entries of={inSheet(menu)} />
        <LogOutButton onLogOut={onLogOut} />
        <PickerRow onClick={(event) => event.stopPropagation()}>
          <LanguagePicker />
          <ThemeField />
        </PickerRow>
      </NavMenu>
    </Bar>
  );
}

function Entries({ of: entries }: { of: readonly MenuEntry[] }) {
  const t = useTranslate();
  return entries.map(({ to, label, icon }) => (
    <MenuLink key={to} to={to}>
      <Icon name={icon} size={20} />
      {t(label)}
    </MenuLink>
  ));
}

function LogOutButton({ onLogOut }: { onLogOut: () => void }) {
  const t = useTranslate();
  return (
    <NavMenuButton onClick={onLogOut}>
      <Icon name="logout" size={20} />
      {t('header.logout')}
    </NavMenuButton>
  );
}

/** Theme picker as a single field, because the sheet has no room for another list. */
function ThemeField() {
  const t = useTranslate();
  const chosen = useStore(theme);
  return (
    <SelectField
      label={t('header.theme')}
      isLabelHidden
      isBare
      leading={<Icon name={themeIcons[chosen]} size={20} />}
      value={chosen}
      options={themes.map((value) => ({ value, label: t(`header.theme.${value}`) }))}
      onChange={(event) => chooseTheme(event.target.value as Theme)}
    />
  );
}
