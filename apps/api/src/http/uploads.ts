import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Upload, uploadRules } from '../files/files.ts';
import { Failure } from './failure.ts';
import type { OperationObject } from './spec.ts';

const arrived = new WeakMap<FastifyRequest, { name: string; fileName: string; bytes: Buffer }[]>();
const form = 'multipart/form-data';

/** Reads forms. In the body a file is its name, as the contract has it; its bytes are had by `uploadsOf`. */
export async function installForms(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    attachFieldsToBody: 'keyValues',
    // An operation that takes files says so itself.
    limits: { fieldSize: 16 * 1024, fields: 20, files: 0 },
    async onFile(this: FastifyRequest, part: MultipartFile) {
      const files = arrived.get(this) ?? [];
      arrived.set(this, files);
      const tooLarge = (): Failure =>
        new Failure('FILE_NOT_ACCEPTED', { field: fieldOf(part.fieldname, files), reasonCode: 'too-large' });
      const bytes = await part.toBuffer().catch((error: Error & { code?: string }) => {
        throw error.code === 'FST_REQ_FILE_TOO_LARGE' ? tooLarge() : error;
      });
      files.push({ name: part.fieldname, fileName: part.filename, bytes });
      part.value = part.filename;
    },
  });
}

/** Route options of an operation whose form has fields for files; none for any other. */
export function uploadOptions(operation: OperationObject) {
  const properties = operation.requestBody?.content[form]?.schema?.properties ?? {};
  const fields = Object.keys(properties).filter((name) => properties[name]?.items?.$ref?.endsWith('/Upload'));
  if (fields.length === 0) return undefined;
  return {
    // One more than is taken, so that who sends too many is told so, and not that the form was broken off.
    config: { multipartOptions: { limits: { files: uploadRules.maxFiles + 1, fileSize: uploadRules.maxBytesEach } } },
    /** A list of one is a list, and only a file is one. */
    preValidation: async (request: FastifyRequest) => {
      const body = (request.body ?? {}) as Record<string, unknown>;
      const files = arrived.get(request) ?? [];
      for (const name of new Set([...fields, ...files.map((file) => file.name)])) {
        const names = files.filter((file) => file.name === name).map(({ fileName }) => fileName);
        const sent = body[name] === undefined ? [] : [body[name]].flat();
        if (!fields.includes(name) || sent.length !== names.length)
          throw new Failure('INVALID_REQUEST', { field: `/body/${name}`, reasonCode: 'malformed' });
        if (names.length > uploadRules.maxFiles)
          throw new Failure('FILE_NOT_ACCEPTED', { field: `/body/${name}`, reasonCode: 'too-many' });
        if (names.length > 0) body[name] = names;
      }
    },
  };
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
