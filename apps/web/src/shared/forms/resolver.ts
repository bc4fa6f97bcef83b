import { toNestErrors } from '@hookform/resolvers';
import type { FieldError, FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import * as v from 'valibot';

export type FormSchema = v.GenericSchema<FieldValues, unknown>;

/** Problem of a field. If `type` is `text`, `message` is the server's own message instead of a message id. */
export interface FieldProblem extends FieldError {
  /** Values of the message's placeholders. */
  values?: Record<string, string | number> | undefined;
}

/** Validates a form with its schema. `valibotResolver` would lose the bounds, which the messages need. */
export function createResolver<Schema extends FormSchema>(
  schema: Schema,
): Resolver<v.InferInput<Schema>, unknown, v.InferOutput<Schema>> {
  return (values, _context, options) => {
    const result = v.safeParse(schema, values, { abortPipeEarly: true });
    if (result.success) return { values: result.output, errors: {} };
    const errors: Record<string, FieldProblem> = {};
    for (const issue of result.issues) {
      const path = v.getDotPath(issue);
      if (path !== null) errors[path] ??= { type: issue.type, message: issue.message, values: boundsOf(issue) };
    }
    return { values: {}, errors: toNestErrors(errors as FieldErrors, options) };
  };
}

function boundsOf({ type, requirement, input }: v.BaseIssue<unknown>): FieldProblem['values'] {
  if (typeof requirement !== 'number') return undefined;
  if (type === 'min_length') return { min: requirement };
  const length = typeof input === 'string' ? input.length : 0;
  return type === 'max_length' ? { max: requirement, over: length - requirement } : undefined;
}
