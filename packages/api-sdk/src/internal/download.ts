import type { Operation } from '../errors.js';
import type { Call } from './call.js';
import type { CallOptions } from './options.js';
import type { ReadsFile, Send } from './transport.js';
import type { Init } from './types.js';

export interface Download {
  blob: Blob;
  /** File name without folders from the server, or `download`. */
  fileName: string;
}

/**
 * File name of a Content-Disposition header (RFC 6266; RFC 8187 for `filename*`), without folders, control characters
 * and characters that file systems reserve.
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
  // Control characters, direction overrides, and characters that Windows reserves.
  const safe = last
    .replaceAll(/[\u0000-\u001F\u007F\u200E\u200F\u202A-\u202E\u2066-\u2069<>:"|?*]/g, '')
    .replaceAll(/^[.\s]+|[.\s]+$/g, '')
    .slice(0, 150);
  return safe === '' ? 'download' : safe;
}

/** Options of the transport for operations that return a file. */
const asFile: ReadsFile<Download> = {
  parseAs: 'blob',
  read: (blob, response) => ({ blob, fileName: fileNameOf(response.headers.get('content-disposition')) }),
};

/** Downloads a file. Errors still arrive in the envelope. */
export function download<Op extends Operation>(
  send: Send,
  operation: Op,
  init: Init<Op>,
  options: CallOptions | undefined,
): Call<Download, Op> {
  return send(operation, { ...init, ...asFile }, options) as Call<never, Op>;
}
