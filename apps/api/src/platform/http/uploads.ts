import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Upload, uploadRules } from '../files/files.ts';
import { AppError } from '../errors/app-error.ts';
import type { OperationObject } from '../contract/contract.ts';

const arrived = new WeakMap<FastifyRequest, { name: string; fileName: string; bytes: Buffer }[]>();
const form = 'multipart/form-data';

/** Limits of all forms. Operations that accept files raise `files`. */
const limits = { fieldSize: 16 * 1024, fields: 20, files: 0, fileSize: uploadRules.maxBytesEach };
/** Allowance for boundaries, part headers and line ends. */
const overheadBytes = 64 * 1024;

/** Returns the maximum size of a form with all its fields and files, in bytes. */
export function maxFormBytes({ files }: { files: number }): number {
  return overheadBytes + limits.fields * limits.fieldSize + files * limits.fileSize;
}

/**
 * Parses forms. In the body, the file's name represents the file, as in the contract; `uploadsOf` returns its bytes.
 */
export async function installForms(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { limits, throwFileSizeLimit: false });
  app.addHook('preValidation', async (request, reply) => {
    if (!request.isMultipart()) return;
    const { raw } = request;
    try {
      request.body = await readForm(request);
    } catch (error) {
      // Discards the rest of the body: unread bytes would block the next request on the connection, and a client that
      // is still writing when its connection closes does not receive the answer. A form that is too large closes the
      // connection instead.
      raw.unpipe();
      raw.resume();
      if (error instanceof FormTooLargeError) void reply.header('connection', 'close');
      else raw.once('error', () => raw.destroy());
      throw asFailure(error);
    }
  });
}

/** The whole form exceeds the operation's limit. */
class FormTooLargeError extends AppError<'PAYLOAD_TOO_LARGE'> {
  constructor() {
    super('PAYLOAD_TOO_LARGE');
  }
}

/** @throws AppError PAYLOAD_TOO_LARGE, FILE_NOT_ACCEPTED; any other error means that the form is malformed */
async function readForm(request: FastifyRequest): Promise<Record<string, unknown>> {
  const routeLimits = { ...limits, ...request.routeOptions.config.multipartOptions?.limits };
  limitBytes(request, maxFormBytes(routeLimits));
  const files: { name: string; fileName: string; bytes: Buffer }[] = [];
  arrived.set(request, files);
  const fields: [string, unknown][] = [];
  for await (const part of request.parts({ limits: routeLimits })) {
    if (part.type === 'file') {
      files.push({ name: part.fieldname, fileName: part.filename, bytes: await readFile(part, files) });
      fields.push([part.fieldname, part.filename]);
    } else {
      if (part.valueTruncated || part.fieldnameTruncated)
        throw new AppError('INVALID_REQUEST', { field: `/body/${part.fieldname}`, reasonCode: 'malformed' });
      fields.push([part.fieldname, part.value]);
    }
  }
  const grouped = Map.groupBy(fields, ([name]) => name);
  return Object.fromEntries(
    [...grouped].map(([name, all]) => [name, all.length === 1 ? all[0]?.[1] : all.map(([, value]) => value)]),
  );
}

/**
 * Checks the size here, because the parser would report a file that is too large for the whole form, without its
 * field.
 */
async function readFile(part: MultipartFile, before: readonly { name: string }[]): Promise<Buffer> {
  const bytes = await part.toBuffer();
  if (part.file.truncated)
    throw new AppError('FILE_NOT_ACCEPTED', { field: fieldOf(part.fieldname, before), reasonCode: 'too-large' });
  return bytes;
}

/** Limits the size of the whole form. The parser limits only each part, and truncates the excess. */
function limitBytes({ raw, headers }: FastifyRequest, limit: number): void {
  if (Number(headers['content-length'] ?? 0) > limit) throw new FormTooLargeError();
  let received = 0;
  const count = (chunk: Buffer): void => {
    received += chunk.length;
    if (received <= limit) return;
    raw.off('data', count);
    // The parser fails with the error of its source.
    raw.emit('error', new FormTooLargeError());
  };
  raw.on('data', count);
}

/** The form depends only on the request, so every failure is the client's. */
function asFailure(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const statusCode = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  return statusCode === 413
    ? new AppError('PAYLOAD_TOO_LARGE')
    : new AppError('INVALID_REQUEST', { field: '/body', reasonCode: 'malformed' });
}

/** Returns the route options of an operation whose form has file fields; undefined for other operations. */
export function uploadOptions(operation: OperationObject) {
  const properties = operation.requestBody?.content[form]?.schema?.properties ?? {};
  const fields = Object.keys(properties).filter((name) => properties[name]?.items?.$ref?.endsWith('/Upload'));
  if (fields.length === 0) return undefined;
  return {
    // One more than allowed, so that a client that sends too many files gets that error instead of a malformed form.
    config: { multipartOptions: { limits: { files: uploadRules.maxFiles + 1, fileSize: uploadRules.maxBytesEach } } },
    /** Turns a single file into a list, and rejects a text in a file field. */
    preValidation: async (request: FastifyRequest) => {
      const body = isRecord(request.body) ? request.body : {};
      const files = arrived.get(request) ?? [];
      for (const name of new Set([...fields, ...files.map((file) => file.name)])) {
        const names = files.filter((file) => file.name === name).map(({ fileName }) => fileName);
        const sent = body[name] === undefined ? [] : [body[name]].flat();
        if (!fields.includes(name) || sent.length !== names.length)
          throw new AppError('INVALID_REQUEST', { field: `/body/${name}`, reasonCode: 'malformed' });
        if (names.length > uploadRules.maxFiles)
          throw new AppError('FILE_NOT_ACCEPTED', { field: `/body/${name}`, reasonCode: 'too-many' });
        if (names.length > 0) body[name] = names;
      }
    },
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Files of one field, in the order they were sent. */
export function uploadsOf(request: FastifyRequest, name: string): Upload[] {
  return (arrived.get(request) ?? [])
    .filter((file) => file.name === name)
    .map(({ fileName, bytes }, index) => ({ field: `/body/${name}/${index}`, fileName, bytes }));
}

function fieldOf(name: string, before: readonly { name: string }[]): string {
  return `/body/${name}/${before.filter((file) => file.name === name).length}`;
}
