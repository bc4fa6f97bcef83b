import type { ErrorDetails } from '@wusd/api-sdk';
import { type errorDetails, type ErrorName, errors } from '@wusd/api-sdk/domain';

/** What a refusal tells beyond its name; the name's own properties come from the catalogue. */
type Details = Omit<ErrorDetails, 'errorName' | 'retryable' | 'nextAction'>;
/** Those that the catalogue promises with every such error must be given. */
type Promised<Name extends ErrorName> = (typeof errorDetails)[Name][number];
type Values = Record<string, string | number>;
type Given<Name extends ErrorName> = [Promised<Name>] extends [never]
  ? [details?: Details, values?: Values]
  : [details: Details & Required<Pick<Details, Promised<Name>>>, values?: Values];

/** An entry of the error catalogue, thrown by whatever refuses a call; the HTTP layer turns it into the envelope. */
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
