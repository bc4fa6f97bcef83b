import { type SyntheticEvent, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef } from 'react';
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  get,
  type UseFormReturn,
  useForm as useHookForm,
} from 'react-hook-form';
import type { InferInput, InferOutput } from 'valibot';
import { useTranslate } from '../i18n/use-translate.ts';
import { namedField, notAccepted, type Refusal } from './refusals.ts';
import { createResolver, type FieldProblem, type FormSchema } from './resolver.ts';
import { bindFields } from './use-field.ts';

/** Receives the values, e.g. the result of `useSubmission`. */
export interface Submission<Output, Answer> {
  mutate: (values: Output) => void;
  isPending: boolean;
  error: unknown;
  data?: Answer | undefined;
}

export interface FormOptions<Schema extends FormSchema, Answer> {
  schema: Schema;
  defaultValues: DefaultValues<InferInput<Schema>>;
  submission: Submission<InferOutput<Schema>, Answer>;
  /** Fields that the last response refuses. Without any, `INVALID_REQUEST` marks the field that it names. */
  refusals?: (answer: { error: unknown; data: Answer | undefined }) => readonly Refusal[];
  /** Path of the request body in the form, e.g. `identity.`. */
  bodyPrefix?: string;
  /** Whether a field shows its error while typing, before the first submission. @default false */
  isEager?: boolean;
  /** Called after every change. */
  onChange?: (values: InferInput<Schema>) => void;
}

/**
 * A form on react-hook-form, validated by its schema. It focuses the first invalid field, and keeps the typed values
 * whatever the response is.
 */
export function useForm<const Schema extends FormSchema, Answer = unknown>({
  schema,
  defaultValues,
  submission,
  refusals,
  bodyPrefix,
  isEager = false,
  onChange,
}: FormOptions<Schema, Answer>) {
  type Input = InferInput<Schema> & FieldValues;
  const t = useTranslate();
  const form: UseFormReturn<Input, unknown, InferOutput<Schema>> = useHookForm<Input, unknown, InferOutput<Schema>>({
    defaultValues: defaultValues as DefaultValues<Input>,
    resolver: useMemo(() => createResolver(schema), [schema]),
    mode: isEager ? 'onChange' : 'onSubmit',
    shouldFocusError: false,
  });
  const { getValues, handleSubmit, setError, subscribe } = form;
  const { error, data } = submission;

  const changed = useEffectEvent((values: Input) => onChange?.(values));
  useEffect(() => subscribe({ formState: { values: true }, callback: ({ values }) => changed(values) }), [subscribe]);

  const refused = (): readonly Refusal[] => {
    const own = refusals?.({ error, data }) ?? [];
    if (own.length > 0) return own;
    return notAccepted(namedField(error, (field) => get(getValues(), field) !== undefined, bodyPrefix));
  };
  const markRefused = useEffectEvent(() => {
    for (const [index, refusal] of refused().entries())
      setError(refusal.field as FieldPath<Input>, problemOf(refusal), { shouldFocus: index === 0 });
  });
  useEffect(() => {
    if (error !== null || data !== undefined) markRefused();
  }, [error, data]);

  const submit = handleSubmit((values) => {
    if (!submission.isPending) submission.mutate(values);
  });
  // Find the first invalid field in the document, because fields may register in another order.
  const element = useRef<HTMLElement>(undefined);
  const { submitCount } = form.formState;
  useLayoutEffect(() => {
    if (submitCount > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount]);
  return {
    form,
    field: bindFields<Input>(form, t),
    onSubmit: (event: SyntheticEvent<HTMLElement>): void => {
      event.preventDefault();
      element.current = event.currentTarget;
      void submit();
    },
    /** Error of the last submission, if no field shows it. */
    error: refused().length > 0 ? undefined : error,
  };
}

function problemOf(refusal: Refusal): FieldProblem {
  return 'text' in refusal
    ? { type: 'text', message: refusal.text }
    : { type: 'refused', message: refusal.message, values: refusal.values };
}
