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

/** Where the values go, e.g. the mutation of `useSubmission`. */
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
  /** Fields that the last answer is about; besides, `INVALID_REQUEST` marks the field that it names. */
  refusals?: (answer: { error: unknown; data: Answer | undefined }) => readonly Refusal[];
  /** Where the request's body stands in the form, e.g. `identity.`. */
  bodyPrefix?: string;
  /** Whether a field says what is wrong while it is typed into, before anything was submitted. @default false */
  isEager?: boolean;
  /** After every change. */
  onChange?: (values: InferInput<Schema>) => void;
}

/**
 * A form on react-hook-form: validated by its schema, with the focus on the first field that is wrong. What was typed stays,
 * whatever the answer.
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
  // Fields register in the order in which they first appear, which is not always their order in the page.
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
    /** Why the last submission failed, where no field says it. */
    error: refused().length > 0 ? undefined : error,
  };
}

function problemOf(refusal: Refusal): FieldProblem {
  return 'text' in refusal
    ? { type: 'text', message: refusal.text }
    : { type: 'refused', message: refusal.message, values: refusal.values };
}
