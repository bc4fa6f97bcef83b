import { useRef, useState } from 'react';
import { useConfig } from '../api/config.ts';
import { useTranslate } from '../i18n/use-translate.ts';
import type { NewPasswordProps } from './NewPassword.tsx';
import { rulesOf } from './password-rules.ts';

/** A new password as it is typed: what its field needs, and whether it can be submitted. */
export function useNewPassword(
  value: string,
  onChange: (value: string) => void,
): { field: NewPasswordProps; focus: () => void; check: () => boolean } {
  const t = useTranslate();
  const config = useConfig();
  const [isChecked, setChecked] = useState(false);
  const ref = useRef<HTMLInputElement>(null);
  const rules = config ? rulesOf(value, config.password) : [];
  const isStrong = rules.length > 0 && rules.every(({ isMet }) => isMet);
  const error = isChecked && !isStrong ? t(value === '' ? 'password.required' : 'password.rulesOpen') : undefined;
  return {
    field: { ref, value, rules, error, onChange },
    focus: () => ref.current?.focus(),
    /** From then on it says what is missing. */
    check() {
      setChecked(true);
      return isStrong;
    },
  };
}
