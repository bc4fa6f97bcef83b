import { ConnectionError } from '../errors.js';

export interface Download {
  blob: Blob;
  /** A name without folders, as the server proposed it, or `download`. */
  fileName: string;
}

/**
 * File name of a Content-Disposition header (RFC 6266; RFC 8187 for `filename*`), stripped of folders, control characters and
 * what file systems give a meaning of their own.
 */
export function fileNameOf(disposition: string | null): string {
  const extended = /filename\*\s*=\s*utf-8'[\w-]*'([^;\s]+)/i.exec(disposition ?? '')?.[1];
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition ?? '');
  return sanitise(
    (extended === undefined ? undefined : decode(extended)) ??
      plain?.[1]?.replaceAll(/\\(.)/g, '$1') ??
      plain?.[2] ??
      '',
  );
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/* oxlint-disable no-control-regex -- control characters are what must go */
function sanitise(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  // Control characters, direction overrides, and what Windows reserves.
  const safe = last
    .replaceAll(/[\u0000-\u001F\u007F\u200E\u200F\u202A-\u202E\u2066-\u2069<>:"|?*]/g, '')
    .replaceAll(/^[.\s]+|[.\s]+$/g, '')
    .slice(0, 150);
  return safe === '' ? 'download' : safe;
}

/** Turns what openapi-fetch answers for a file into the shape that `call` unwraps. */
export async function asDownload(
  operation: string,
  answer: Promise<{ data?: unknown; error?: unknown; response: Response }>,
): Promise<{
  data?: { header: { success: true; errCode: string; errMsg: string }; result: Download };
  error?: unknown;
  response: Response;
}> {
  const { data, error, response } = await answer;
  if (error !== undefined || !response.ok) return { error, response };
  if (!(data instanceof Blob)) throw new ConnectionError(operation, response.status, undefined);
  const fileName = fileNameOf(response.headers.get('content-disposition'));
  return {
    data: { header: { success: true, errCode: '00000', errMsg: '' }, result: { blob: data, fileName } },
    response,
  };
}
