import type { operations } from '@wusd/api-sdk/operations';
import type { KeptFile, Upload } from '../files/files.ts';

/** Who is calling, where the operation asks for it. */
export interface Caller {
  customerId: string;
  sessionId: string;
  scopes: readonly string[];
}

/** Operations that take a token but need none. */
export const optionallySecured = ['freezeAccount', 'getOtcRate', 'sendEmailOtp', 'sendFeedback', 'sendSmsOtp'] as const;
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
/** Path parameters. A number of the contract arrives converted. */
type Path<Name extends keyof operations> = operations[Name]['parameters'] extends { path: infer T }
  ? T
  : Record<string, never>;
type Result<Name extends keyof operations> = operations[Name]['responses'] extends {
  200: { content: { 'application/json': { result: infer T } } };
}
  ? T
  : unknown;

/** Operations that are reviewed before they are done: among their answers is a review. */
export type CommandName = {
  [Name in keyof operations]: [Preview<Name>] extends [never] ? never : Name;
}[keyof operations];
/** What reviewing an act answers. */
export type Preview<Name extends keyof operations> = Extract<Result<Name>, { blockers: unknown }>;
/** What doing it answers. */
export type CommandResult<Name extends CommandName> = Exclude<Result<Name>, { blockers: unknown }>;

/** The client of a call, as the transport sees it. */
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
  /** Present where the operation is secured; undefined where a token is optional and none came. */
  caller: Name extends OptionallySecured ? Caller | undefined : Caller;
  /** The `Accept-Language` header. */
  language: string | undefined;
  client: Client;
  /** Files of one form field, in the order they were sent. */
  uploads(field: string): Upload[];
  setHeader(name: string, value: string): void;
  /** Verifies the captcha of an operation that requires one. Commands call it themselves; for other operations it was called already. @throws AppError CAPTCHA_FAILED */
  verifyCaptcha(): Promise<void>;
}

/** Answered as a file for a client to save: never shown on our origin, whatever is in it. */
export class FileResponse {
  readonly file: KeptFile;

  constructor(file: KeptFile) {
    this.file = file;
  }
}

type Handler<Name extends keyof operations> = (call: Call<Name>) => Promise<Result<Name>> | Result<Name>;
/** Of the operations that are simply done. */
export type Handlers = { [Name in Exclude<keyof operations, CommandName>]?: Handler<Name> };
/** Of those that are reviewed first; `actHandlers` alone makes them. */
export type CommandHandlers = { [Name in CommandName]?: Handler<Name> };
