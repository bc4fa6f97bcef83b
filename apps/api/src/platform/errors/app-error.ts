import type { ErrorDetails } from '@wusd/api-sdk';
import { type errorDetails, type ErrorName, errors } from '@wusd/api-sdk/domain';

/** Details of an error. Properties of the error name come from the catalogue. */
type Details = Omit<ErrorDetails, 'errorName' | 'retryable' | 'nextAction'>;
/** Details that the catalogue requires for this error. */
type Promised<Name extends ErrorName> = (typeof errorDetails)[Name][number];
type Values = Record<string, string | number>;
type Given<Name extends ErrorName> = [Promised<Name>] extends [never]
  ? [details?: Details, values?: Values]
  : [details: Details & Required<Pick<Details, Promised<Name>>>, values?: Values];

/** An error from the error catalogue. The HTTP layer converts it into the response envelope. */
export class AppError<Name extends ErrorName = ErrorName> extends Error {
  override readonly name = 'AppError';
  readonly errorName: Name;
  readonly details: Details;
  /** Values for the placeholders of the message. */
  readonly values: Values;

  constructor(errorName: Name, ...[details = {}, values = {}]: Given<Name>) {
    super(errorName);
    this.errorName = errorName;
    this.details = details;
    this.values = values;
  }

  get entry(): (typeof errors)[ErrorName] {
    return errors[this.errorName];
  }

  /**
   * Returns the same error with its field below another pointer, for an object that is not the whole body.
   *
   * @param pointer pointer of the object, e.g. `/body/newRecipient`
   */
  at(pointer: string): AppError<Name> {
    const { field } = this.details;
    if (field === undefined) return this;
    const details = { ...this.details, field: field.replace(/^\/body/, pointer) };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the details of this error, which has all that it requires
    return new AppError(this.errorName, ...([details, this.values] as unknown as Given<Name>));
  }
}

/**
 * Applies a body check to a member of another body.
 *
 * @param pointer pointer of the member; errors name their fields below it
 * @throws AppError the errors of the check
 */
export async function checkAt<T>(pointer: string, check: () => T | Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    throw error instanceof AppError ? error.at(pointer) : error;
  }
}
