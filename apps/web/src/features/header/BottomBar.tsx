import { Link } from '@tanstack/react-router';
import { Icon, type IconName } from '@wusd/ui-kit/Icon';
import { vars } from '@wusd/ui-kit/tokens';
import type { MessageId } from '@wusd/i18n';
import { styled } from 'styled-components';
import type { RoutePath } from '../../shared/routing/route-table.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import type { Menu } from './menu.ts';

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

/** Main navigation on a phone. */
export function BottomBar({ menu }: { menu: Menu }) {
  const t = useTranslate();
  const place = (to: RoutePath, icon: IconName, label: MessageId) => (
    <Place to={to} aria-current={undefined} activeProps={{ 'aria-current': 'page' }}>
      <Icon name={icon} />
      {t(label)}
    </Place>
  );
  return (
    <Bar aria-label={t('header.nav')}>
      {menu.wallet.some(({ to }) => to === '/wallet') && place('/wallet', 'wallet', 'header.wallet')}
      {place('/mint-redeem', 'swap', 'header.swap')}
      {menu.order && place('/mint-redeem-order', 'order', 'header.order')}
      {place('/account-info', 'user', 'header.user')}
    </Bar>
  );
}
