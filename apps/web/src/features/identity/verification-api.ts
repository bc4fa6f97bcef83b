import { queryOptions } from '@tanstack/react-query';
import { createClientOf, type NewVerificationDocument, type VerificationCase } from '@wusd/api-sdk/core';
import { verification } from '@wusd/api-sdk/resources/verification';
import { clientOptions } from '../../shared/api/client.ts';
import { createUploadFetch } from '../../shared/api/upload-fetch.ts';

/** Calls of the verification; other pages load none of this. */
export const verificationApi = createClientOf(clientOptions, { verification }).verification;

/** What is needed to verify the customer, and how far it is. */
export const verificationQuery = queryOptions({
  meta: { isHandled: true },
  queryKey: ['verification'],
  queryFn: ({ signal }) => verificationApi.getCase({ signal }),
});

/** Longer than the usual limit of a call: a photo over a slow phone network. */
const uploadMs = 5 * 60_000;

/** @param onProgress called with the share that was sent, from 0 to 1 */
export function uploadDocument(
  document: NewVerificationDocument,
  signal: AbortSignal,
  onProgress: (sent: number) => void,
): Promise<VerificationCase> {
  const client = createClientOf(
    { ...clientOptions, fetch: createUploadFetch(onProgress), timeoutMs: uploadMs },
    { verification },
  );
  return client.verification.uploadDocument(document, { signal });
}
