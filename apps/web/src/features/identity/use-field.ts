import type { MessageId } from '@wusd/i18n';
import { type FieldPath, get, useFormContext } from 'react-hook-form';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import type { DetailsInput } from './schema.ts';

/** Ties a field of the kit to the form: its value, its label, and what is wrong with it. */
export function useField() {
  const t = useTranslate();
  const { register, formState } = useFormContext<DetailsInput>();
  return (name: FieldPath<DetailsInput>, label: MessageId) => {
    const { message }: { message?: MessageId } = get(formState.errors, name) ?? {};
    return {
      ...register(name),
      label: t(label),
      error: message && t(message, { field: t(label) }),
    };
  };
}
