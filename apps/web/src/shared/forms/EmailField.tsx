import { TextField } from '@wusd/ui-kit/TextField';
import type { Ref } from 'react';
import { useTranslate } from '../i18n/use-translate.ts';
import { emailComplaint } from './email.ts';

export interface EmailFieldProps {
  value: string;
  /** Says what is wrong with the value; while somebody still types for the first time, it does not. @default false */
  isChecked?: boolean;
  /** Under the field, always there. */
  hint?: string;
  onChange: (value: string) => void;
  ref?: Ref<HTMLInputElement>;
}

/** The address that an account is known by. */
export function EmailField({ value, isChecked = false, hint, onChange, ref }: EmailFieldProps) {
  const t = useTranslate();
  const complaint = isChecked ? emailComplaint(value) : undefined;
  return (
    <TextField
      ref={ref}
      label={t('login.email')}
      type="email"
      name="email"
      autoComplete="username"
      inputMode="email"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={100}
      value={value}
      hint={hint}
      error={complaint && t(complaint, { field: t('login.email') })}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
