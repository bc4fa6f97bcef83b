import { Icon } from '@wusd/ui-kit/Icon';
import { Card } from '@wusd/ui-kit/Card';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { besideAccount, menuFor } from '../features/header/menu.ts';
import { session } from '../shared/api/client.ts';
import { MenuLink } from '../shared/routing/link.tsx';
import { useStore } from '../shared/state/store.ts';
import { useTranslate } from '../shared/i18n/use-translate.ts';

/** Hidden on a phone, where the account sheet has these links. */
const Desktop = styled.nav`
  @media (max-width: 991px) {
    display: none;
  }
`;

const Entries = styled.div`
  padding: ${vars.space4};
`;

/** Side navigation of the account pages, with the entries of the account menu. */
export function AccountSide() {
  const t = useTranslate();
  const { authUser } = useStore(session);
  if (!authUser) return null;
  return (
    <Desktop data-desktop-only="" aria-label={t('header.user')}>
      <Card padding="none">
        <Entries>
          {besideAccount(menuFor(authUser.scopes)).map(({ to, label, icon }) => (
            <MenuLink key={to} to={to}>
              <Icon name={icon} size={20} />
              {t(label)}
            </MenuLink>
          ))}
        </Entries>
      </Card>
    </Desktop>
  );
}
