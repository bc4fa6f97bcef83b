import { CodeField } from '@wusd/ui-kit/CodeField';
import { TextField } from '@wusd/ui-kit/TextField';
import type { Ref } from 'react';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import type { Step } from './verification.machine.ts';

export interface CodeEntryProps extends Pick<Step, 'code' | 'isRecovery'> {
  error: string | undefined;
  isDisabled: boolean;
  onType: (code: string) => void;
  /** Called when all digits are entered. */
  onComplete: () => void;
  ref: Ref<HTMLInputElement>;
}

/** Field for six digits, or for a recovery code instead of the authenticator's code. */
export function CodeEntry({ code, isRecovery, error, isDisabled, onType, onComplete, ref }: CodeEntryProps) {
  const t = useTranslate();
  const shared = { ref, value: code, error, disabled: isDisabled };
  return isRecovery ? (
    <TextField
      {...shared}
      label={t('verify.recovery')}
      hint={t('verify.recovery.hint')}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={40}
      onChange={(event) => onType(event.target.value)}
    />
  ) : (
    <CodeField {...shared} label={t('verify.code')} onChange={onType} onComplete={onComplete} />
  );
}
