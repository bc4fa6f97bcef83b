/** Fields of our errors that may be logged: ids, names and counts, never values from customers or gateways. */
export type SafeFields = Readonly<Record<string, string | number>>;

/** An error with a fixed message that quotes no values, so that logs may contain the message and the fields. */
export abstract class LoggableError extends Error {
  abstract readonly fields: SafeFields;
}

/** An unsuccessful HTTP response. The body is discarded. */
export class HttpStatusError extends LoggableError {
  override readonly name = 'HttpStatusError';
  readonly fields: SafeFields;
  readonly status: number;

  /** @param service subject of the message, e.g. `The SMS gateway` */
  constructor(service: string, status: number) {
    super(`${service} answered ${status}`);
    this.status = status;
    this.fields = { status };
  }
}

const deepest = 5;
const mostErrors = 10;

export interface SerializedError {
  type: string;
  /** Empty for errors of libraries, because their messages quote values. */
  message: string;
  /** SQLSTATE, errno or a code of a library. */
  state?: string;
  status?: number;
  stack?: string;
  cause?: SerializedError;
  errors?: SerializedError[];
  [field: string]: unknown;
}

/** Serializes an error with its causes for logs: without messages of libraries, values and URLs. */
export function serializeError(error: unknown, depth = 0): SerializedError {
  if (!(error instanceof Error)) return { type: typeof error, message: '' };
  const isOurs = error instanceof LoggableError;
  const { cause } = error;
  return {
    type: identifier(error.name) ?? 'Error',
    message: isOurs ? error.message : '',
    ...codesOf(error),
    ...(isOurs && error.fields),
    stack: framesOf(error),
    ...(cause !== undefined && depth < deepest && { cause: serializeError(cause, depth + 1) }),
    ...(error instanceof AggregateError &&
      depth < deepest && { errors: error.errors.slice(0, mostErrors).map((each) => serializeError(each, depth + 1)) }),
  };
}

/** Accepts identifiers of databases and operating systems. Longer or unusual text may be a value. */
const identifier = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[A-Za-z][A-Za-z0-9_.]{0,62}$/.test(value) ? value : undefined;
const sqlState = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[0-9A-Z]{5}$/.test(value) ? value : undefined;
const httpStatus = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= 100 && value < 600 ? value : undefined;

/** Properties that a library added to its error. */
export const ownFieldsOf = (error: Error): Record<string, unknown> => Object.fromEntries(Object.entries(error));

/** Codes that identify the fault: SQLSTATE with its constraint, table and routine; errno; HTTP or SMTP status. */
function codesOf(error: Error): Partial<SerializedError> {
  const of = ownFieldsOf(error);
  const isDatabase = typeof of['severity'] === 'string';
  const state = isDatabase ? sqlState(of['code']) : identifier(of['code']);
  const rpcCode = typeof of['code'] === 'number' ? of['code'] : undefined;
  const status = httpStatus(of['status']) ?? httpStatus(of['statusCode']) ?? httpStatus(of['responseCode']);
  const [constraint, table, routine] = isDatabase
    ? [identifier(of['constraint']), identifier(of['table']), identifier(of['routine'])]
    : [];
  return {
    ...(state !== undefined && { state }),
    ...(rpcCode !== undefined && { rpcCode }),
    ...(status !== undefined && { status }),
    ...(constraint !== undefined && { constraint }),
    ...(table !== undefined && { table }),
    ...(routine !== undefined && { routine }),
  };
}

/** The stack frames without the preceding message, which may contain lines that resemble frames. */
function framesOf({ stack = '', message }: Error): string {
  const at = message === '' ? -1 : stack.indexOf(message);
  return (at < 0 ? stack : stack.slice(at + message.length))
    .split('\n')
    .filter((line) => line.trimStart().startsWith('at '))
    .join('\n');
}

/** An error with all its causes and the members of aggregate errors, itself first. */
export function chainOf(error: unknown, depth = 0): Error[] {
  if (!(error instanceof Error) || depth > deepest) return [];
  const members: unknown[] = error instanceof AggregateError ? error.errors : [];
  return [error, ...[error.cause, ...members].flatMap((each) => chainOf(each, depth + 1))];
}
