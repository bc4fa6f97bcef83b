import type { Call } from '../internal/call.js';
import { multipart } from '../internal/multipart.js';
import type { CallOptions } from '../internal/options.js';
import type { Client } from '../internal/transport.js';
import type { Body, VerificationCase, VerificationKind, VerificationPersonFields } from '../internal/types.js';

export interface NewVerificationDocument {
  kind: VerificationKind;
  /** The person of a company to whom the document belongs. */
  personId?: string | undefined;
  /** JPG, PNG or PDF. The type comes from the name of a `File`, or from the `type` of a `Blob`. */
  file: Blob;
}

/** Documents and persons for identity verification. Every method returns the updated case. */
export function verification({ send }: Client) {
  return {
    /** Requirements, progress, and the party that acts next. */
    getCase: (options?: CallOptions): Call<VerificationCase, 'GET /user/verification'> =>
      send('GET /user/verification', {}, options),
    /** Uploading the same file again has no effect, so a failed upload can be retried. */
    uploadDocument: (
      { file, ...fields }: NewVerificationDocument,
      options?: CallOptions,
    ): Call<VerificationCase, 'POST /user/verification/documents'> =>
      send('POST /user/verification/documents', multipart({ ...fields, file: [file] }), options),
    /** Possible for a document that was not submitted. */
    removeDocument: (
      id: string,
      options?: CallOptions,
    ): Call<VerificationCase, 'DELETE /user/verification/documents/{id}'> =>
      send('DELETE /user/verification/documents/{id}', { params: { path: { id } } }, options),
    /** Adds a director or owner of a company. */
    addPerson: (
      body: VerificationPersonFields,
      options?: CallOptions,
    ): Call<VerificationCase, 'POST /user/verification/persons'> =>
      send('POST /user/verification/persons', { body }, options),
    /** Possible for a person who was not submitted, or was rejected. */
    editPerson: (
      id: string,
      body: VerificationPersonFields,
      options?: CallOptions,
    ): Call<VerificationCase, 'PUT /user/verification/persons/{id}'> =>
      send('PUT /user/verification/persons/{id}', { params: { path: { id } }, body }, options),
    /** Possible for a person who was not submitted, or was rejected. Also removes the person's documents. */
    removePerson: (
      id: string,
      options?: CallOptions,
    ): Call<VerificationCase, 'DELETE /user/verification/persons/{id}'> =>
      send('DELETE /user/verification/persons/{id}', { params: { path: { id } } }, options),
    /** Submits all uploaded documents, once nothing is missing. */
    submit: (
      body: Body<'POST /user/verification/submit'> = {},
      options?: CallOptions,
    ): Call<VerificationCase, 'POST /user/verification/submit'> =>
      send('POST /user/verification/submit', { body }, options),
  };
}
