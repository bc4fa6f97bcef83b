import type { MessageId } from '@wusd/i18n';
import { type FieldPath, get, useFormContext } from 'react-hook-form';
import { useWords } from '../../app/words.ts';
import type { DetailsInput } from './schema.ts';

/** Ties a field of the kit to the form: its value, its label, and what is wrong with it. */
export function useField() {
  const words = useWords();
  const { register, formState } = useFormContext<DetailsInput>();
  return (name: FieldPath<DetailsInput>, label: MessageId) => {
    const { message }: { message?: MessageId } = get(formState.errors, name) ?? {};
    return {
      ...register(name),
      label: words(label),
      error: message && words(message, { field: words(label) }),
    };
  };
}
