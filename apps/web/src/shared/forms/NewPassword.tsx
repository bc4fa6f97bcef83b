import { Icon } from '@wusd/ui-kit/Icon';
import { vars } from '@wusd/ui-kit/tokens';
import { VisuallyHidden } from '@wusd/ui-kit/VisuallyHidden';
import type { Ref } from 'react';
import { styled } from 'styled-components';
import { PasswordField } from './PasswordField.tsx';
import { useTranslate } from '../i18n/use-translate.ts';
import type { Rule } from './password-rules.ts';

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

export interface NewPasswordProps {
  value: string;
  rules: readonly Rule[];
  error?: string | undefined;
  onChange: (value: string) => void;
  ref?: Ref<HTMLInputElement>;
}

/** A new password, with each rule marked as it is met while one types. */
export function NewPassword({ value, rules, error, onChange, ref }: NewPasswordProps) {
  const t = useTranslate();
  return (
    <Group>
      <PasswordField
        ref={ref}
        label={t('password.new')}
        name="new-password"
        autoComplete="new-password"
        value={value}
        error={error}
        onChange={(event) => onChange(event.target.value)}
      />
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
