import { Icon } from '@wusd/ui-kit/Icon';
import type { TextFieldProps } from '@wusd/ui-kit/TextField';
import { vars } from '@wusd/ui-kit/tokens';
import { VisuallyHidden } from '@wusd/ui-kit/VisuallyHidden';
import { styled } from 'styled-components';
import { useConfig } from '../api/config.ts';
import { useTranslate } from '../i18n/use-translate.ts';
import { rulesOf } from './password-rules.ts';
import { PasswordField } from './PasswordField.tsx';

const Group = styled.div`
  display: grid;
  gap: ${vars.space4};
`;
const Rules = styled.ul`
  display: grid;
  gap: ${vars.space2};
  color: ${vars.fgMuted};
  font: ${vars.typeLabel};

  li {
    display: flex;
    align-items: center;
    gap: ${vars.space3};
  }
  li[data-met] {
    color: ${vars.positive};
  }
  svg {
    flex: none;
  }
`;
const Dot = styled.span`
  flex: none;
  width: 20px;
  text-align: center;
`;

export interface NewPasswordProps extends Pick<
  TextFieldProps,
  'name' | 'label' | 'error' | 'onChange' | 'onBlur' | 'ref'
> {
  /** Current value of the field. */
  typed: string;
}

/** Field for a new password, with the server's rules. Marks each rule that is met. */
export function NewPassword({ typed, ...field }: NewPasswordProps) {
  const t = useTranslate();
  const config = useConfig();
  const rules = config ? rulesOf(typed, config.password) : [];
  return (
    <Group>
      <PasswordField {...field} autoComplete="new-password" />
      <Rules aria-label={t('password.rules')}>
        {rules.map(({ label, values, isMet }) => (
          <li key={label} data-met={isMet ? '' : undefined}>
            {isMet ? <Icon name="check" size={20} /> : <Dot aria-hidden>•</Dot>}
            {t(label, values)}
            <VisuallyHidden>{t(isMet ? 'password.rule.met' : 'password.rule.open')}</VisuallyHidden>
          </li>
        ))}
      </Rules>
    </Group>
  );
}
