/** An invalid command line. No command was executed. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A valid command that was rejected, with a message for the operator. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
  readonly errorName: 'NOT_FOUND' | 'CONFLICT' | 'UNAVAILABLE' | 'FORBIDDEN';

  constructor(errorName: OperatorError['errorName'], message: string) {
    super(message);
    this.errorName = errorName;
  }
}

/** @throws UsageError that lists the valid reasons */
export function assertReason<Reason extends string>(
  reason: string | undefined,
  reasons: readonly Reason[],
): asserts reason is Reason {
  if (!reasons.some((each) => each === reason)) throw new UsageError(`--reason must be one of: ${reasons.join(', ')}.`);
}
