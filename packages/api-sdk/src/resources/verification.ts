import type { Call } from '../internal/call.js';
import { multipart } from '../internal/multipart.js';
import type { CallOptions } from '../internal/options.js';
import type { Client } from '../internal/transport.js';
import type { Body, VerificationCase, VerificationKind, VerificationPersonFields } from '../internal/types.js';

export interface NewVerificationDocument {
  kind: VerificationKind;
  /** The person of a company whose document it is. */
  personId?: string | undefined;
  /** JPG, PNG or PDF. A `File` is told by its name, a `Blob` by its `type`. */
  file: Blob;
}

/** Documents and persons that verify the customer. Every method answers the case as it is then. */
export function verification({ send }: Client) {
  return {
    /** What is needed, how far it is, and who acts next. */
    getCase: (options?: CallOptions): Call<VerificationCase, 'GET /user/verification'> =>
      send('GET /user/verification', {}, options),
    /** The same file again changes nothing, so it can be repeated after an error. */
    uploadDocument: (
      { file, ...fields }: NewVerificationDocument,
      options?: CallOptions,
    ): Call<VerificationCase, 'POST /user/verification/documents'> =>
      send('POST /user/verification/documents', multipart({ ...fields, file: [file] }), options),
    /** One that was not submitted yet. */
    removeDocument: (
      id: string,
      options?: CallOptions,
    ): Call<VerificationCase, 'DELETE /user/verification/documents/{id}'> =>
      send('DELETE /user/verification/documents/{id}', { params: { path: { id } } }, options),
    /** A director or owner of a company. */
    addPerson: (
      body: VerificationPersonFields,
      options?: CallOptions,
    ): Call<VerificationCase, 'POST /user/verification/persons'> =>
      send('POST /user/verification/persons', { body }, options),
    /** One that was not submitted yet, or was rejected. */
    editPerson: (
      id: string,
      body: VerificationPersonFields,
      options?: CallOptions,
    ): Call<VerificationCase, 'PUT /user/verification/persons/{id}'> =>
      send('PUT /user/verification/persons/{id}', { params: { path: { id } }, body }, options),
    /** One that was not submitted yet, or was rejected, with their documents. */
    removePerson: (
      id: string,
      options?: CallOptions,
    ): Call<VerificationCase, 'DELETE /user/verification/persons/{id}'> =>
      send('DELETE /user/verification/persons/{id}', { params: { path: { id } } }, options),
    /** Hands in whatever was uploaded, once nothing is missing. */
    submit: (
      body: Body<'POST /user/verification/submit'> = {},
      options?: CallOptions,
    ): Call<VerificationCase, 'POST /user/verification/submit'> =>
      send('POST /user/verification/submit', { body }, options),
  };
}
