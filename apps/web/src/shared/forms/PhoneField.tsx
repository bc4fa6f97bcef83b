import { TextField, type TextFieldProps } from '@wusd/ui-kit/TextField';
import { useTranslate } from '../i18n/use-translate.ts';

/** A phone number, however people write it; `toE164` reads it. */
export function PhoneField(props: Omit<TextFieldProps, 'hint' | 'type' | 'inputMode' | 'autoComplete'>) {
  const t = useTranslate();
  return <TextField {...props} hint={t('phone.hint')} type="tel" autoComplete="tel" inputMode="tel" maxLength={30} />;
}
