import { queryOptions } from '@tanstack/react-query';
import { createClientOf, type NewVerificationDocument, type VerificationCase } from '@wusd/api-sdk/core';
import { verification } from '@wusd/api-sdk/resources/verification';
import { clientOptions } from '../../shared/api/client.ts';
import { createUploadFetch } from '../../shared/api/upload-fetch.ts';

/** API calls of the verification. A separate client, so that other pages do not load it. */
export const verificationApi = createClientOf(clientOptions, { verification }).verification;

/** The requirements of the customer's verification, and its progress. */
export const verificationQuery = queryOptions({
  meta: { isHandled: true },
  queryKey: ['verification'],
  queryFn: ({ signal }) => verificationApi.getCase({ signal }),
});

/** Timeout in milliseconds. Longer than for other calls, for a photo over a slow mobile network. */
const uploadMs = 5 * 60_000;

/** @param onProgress called with the fraction sent so far, from 0 to 1 */
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
