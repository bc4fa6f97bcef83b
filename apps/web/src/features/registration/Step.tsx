import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { useTranslate } from '../../shared/i18n/use-translate.ts';

const Text = styled.p`
  color: ${vars.fgMuted};
  font: ${vars.typeLabel};
`;

/** Where in the registration one is: account, details, code. */
export function Step({ at }: { at: 1 | 2 | 3 }) {
  const t = useTranslate();
  return <Text>{t('register.step', { step: at, count: 3 })}</Text>;
}
