import { type ErrorName, errors } from '@wusd/api-sdk/domain';

export interface FailureDetails {
  field?: string;
  reasonCode?: string;
  availableAt?: string;
  remainingTries?: number;
  supportReference?: string;
}

/** An entry of the error catalogue, thrown by whatever refuses a call; the HTTP layer turns it into the envelope. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly errorName: ErrorName;
  readonly details: FailureDetails;
  /** Values for the placeholders of the message. */
  readonly values: Record<string, string | number>;

  constructor(errorName: ErrorName, details: FailureDetails = {}, values: Record<string, string | number> = {}) {
    super(errorName);
    this.errorName = errorName;
    this.details = details;
    this.values = values;
  }

  get entry(): (typeof errors)[ErrorName] {
    return errors[this.errorName];
  }
}
