import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { useTranslate } from '../../shared/i18n/use-translate.ts';

const List = styled.ul`
  display: grid;
  gap: ${vars.space3};
  padding-inline-start: ${vars.space5};
  list-style: disc;
`;

/** List of the effects of a freeze. `children` are further items. */
export function FreezeConsequences({ children }: { children?: React.ReactNode }) {
  const t = useTranslate();
  return (
    <List>
      <li>{t('security.freeze.signedOut')}</li>
      <li>{t('security.freeze.waiting')}</li>
      <li>{t('security.freeze.kept')}</li>
      {children}
    </List>
  );
}
