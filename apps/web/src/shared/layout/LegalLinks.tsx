import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { TextLink } from '../routing/link.tsx';
import { useTranslate } from '../i18n/use-translate.ts';

const List = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: ${vars.space2} ${vars.space5};
`;
const pages = [
  { to: '/protocol/term-of-use', label: 'legal.termOfUse' },
  { to: '/protocol/privacy-policy', label: 'legal.privacyPolicy' },
  { to: '/protocol/cookie-policy', label: 'legal.cookiePolicy' },
  { to: '/protocol/risk-disclosure', label: 'legal.riskDisclosure' },
  { to: '/accessibility', label: 'legal.accessibility' },
] as const;

/** Links to the legal pages. */
export function LegalLinks() {
  const t = useTranslate();
  return (
    <List aria-label={t('legal.nav')}>
      {pages.map(({ to, label }) => (
        <li key={to}>
          <TextLink to={to}>{t(label)}</TextLink>
        </li>
      ))}
    </List>
  );
}
