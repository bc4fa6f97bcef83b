import type { operations } from '@wusd/api-sdk/operations';
import type { KeptFile, Upload } from '../files/files.ts';

/** The authenticated caller of a secured operation. */
export interface Caller {
  customerId: string;
  sessionId: string;
  scopes: readonly string[];
}

/** Operations whose token is optional. */
export const optionallySecured = [
  'createPasskeyCheckOptions',
  'freezeAccount',
  'getOtcRate',
  'listPaymentTerms',
  'sendEmailOtp',
  'sendFeedback',
  'sendSmsOtp',
] as const;
type OptionallySecured = (typeof optionallySecured)[number];

type JsonBody<Name extends keyof operations> = operations[Name] extends {
  requestBody: { content: { 'application/json': infer T } };
}
  ? T
  : operations[Name] extends { requestBody: { content: { 'multipart/form-data': infer T } } }
    ? T
    : undefined;
type Query<Name extends keyof operations> = operations[Name]['parameters'] extends { query?: infer T }
  ? NonNullable<T>
  : Record<string, never>;
/** Path parameters. Numeric parameters are already converted. */
type Path<Name extends keyof operations> = operations[Name]['parameters'] extends { path: infer T }
  ? T
  : Record<string, never>;
type Result<Name extends keyof operations> = operations[Name]['responses'] extends {
  200: { content: { 'application/json': { result: infer T } } };
}
  ? T
  : unknown;

/** Operations that are previewed before they are executed, i.e. a preview is one of their possible answers. */
export type CommandName = {
  [Name in keyof operations]: [Preview<Name>] extends [never] ? never : Name;
}[keyof operations];
/** The answer to a preview (`?dryRun=true`). */
export type Preview<Name extends keyof operations> = Extract<Result<Name>, { blockers: unknown }>;
/** The answer to an execution. */
export type CommandResult<Name extends CommandName> = Exclude<Result<Name>, { blockers: unknown }>;

/** The client of a call, from the transport. */
export interface Client {
  ip: string;
  headers: Readonly<Record<string, string | string[] | undefined>> & {
    readonly authorization?: string | undefined;
    readonly 'user-agent'?: string | undefined;
  };
}

/** A call whose path, query and body were validated against the contract. */
export interface Call<Name extends keyof operations> {
  path: Path<Name>;
  query: Query<Name>;
  body: JsonBody<Name>;
  /** Undefined if the token is optional and none was sent. */
  caller: Name extends OptionallySecured ? Caller | undefined : Caller;
  /** The `Accept-Language` header. */
  language: string | undefined;
  client: Client;
  /** Files of one form field, in the order they were sent. */
  uploads(field: string): Upload[];
  setHeader(name: string, value: string): void;
  /**
   * Verifies the captcha of an operation that requires one. Commands call it themselves; for other operations the
   * router has already called it.
   *
   * @throws AppError CAPTCHA_FAILED
   */
  verifyCaptcha(): Promise<void>;
}

/** A file that the client downloads. Browsers never display it on our origin, regardless of its content. */
export class FileResponse {
  readonly file: KeptFile;

  constructor(file: KeptFile) {
    this.file = file;
  }
}

type Handler<Name extends keyof operations> = (call: Call<Name>) => Promise<Result<Name>> | Result<Name>;
/** Handlers of operations that are not commands. */
export type Handlers = { [Name in Exclude<keyof operations, CommandName>]?: Handler<Name> };
/** Handlers of commands; only `commandHandlers` creates them. */
export type CommandHandlers = { [Name in CommandName]?: Handler<Name> };
