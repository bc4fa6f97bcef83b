import type { Call } from '../internal/call.js';
import { type Download, download } from '../internal/download.js';
import { multipart } from '../internal/multipart.js';
import type { CallOptions } from '../internal/options.js';
import type { Client } from '../internal/transport.js';

export interface Feedback {
  text: string;
  /** Where to answer, for somebody who is not signed in. */
  email?: string | undefined;
  /** At most two: JPG, PNG or PDF. A `File` is told by its name, a `Blob` by its `type`. */
  attachments?: readonly Blob[] | undefined;
}

/** A word to support. */
export function feedback({ send }: Client) {
  return {
    send: (message: Feedback, options?: CallOptions): Call<{ supportReference: string }, 'POST /feedback'> =>
      send('POST /feedback', multipart(message), options),
    /** A file as support sees it. @param number from 1 on, in the order they were sent */
    attachment: (
      supportReference: string,
      number: number,
      options?: CallOptions,
    ): Call<Download, 'GET /feedback/{supportReference}/attachment/{number}'> =>
      download(
        send,
        'GET /feedback/{supportReference}/attachment/{number}',
        { params: { path: { supportReference, number } } },
        options,
      ),
  };
}
