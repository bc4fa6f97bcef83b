import type { MessageId } from '@wusd/i18n';
import { type FieldPath, type FieldValues, get, type UseFormReturn, useFormContext } from 'react-hook-form';
import { useTranslate } from '../i18n/use-translate.ts';
import type { FieldProblem } from './resolver.ts';

type Translate = ReturnType<typeof useTranslate>;
type AnyForm<Input extends FieldValues> = Pick<UseFormReturn<Input, unknown, unknown>, 'register' | 'formState'>;

/** Returns a function that builds the props of a field of the kit: registration, label and error. */
export function bindFields<Input extends FieldValues>({ register, formState }: AnyForm<Input>, t: Translate) {
  const { errors } = formState;
  return (name: FieldPath<Input>, label: MessageId, values?: Record<string, string | number>) => {
    const shown = t(label, values);
    const problem: FieldProblem | undefined = get(errors, name);
    return {
      ...register(name),
      label: shown,
      error: problemText(problem, shown, t, values),
    };
  };
}

/** @param known placeholder values of the label, which messages may use too */
export function problemText(
  problem: FieldProblem | undefined,
  field: string,
  t: Translate,
  known?: Record<string, string | number>,
): string | undefined {
  if (problem?.message === undefined) return undefined;
  if (problem.type === 'text') return problem.message;
  return t(problem.message as MessageId, { field, ...known, ...problem.values });
}

/** Binds fields of the enclosing form. */
export function useField<Input extends FieldValues>() {
  const t = useTranslate();
  const { register, formState } = useFormContext<Input>();
  return bindFields({ register, formState }, t);
}
