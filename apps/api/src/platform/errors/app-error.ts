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

/** An entry of the error catalogue. The HTTP layer converts a thrown one into the envelope. */
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
}
