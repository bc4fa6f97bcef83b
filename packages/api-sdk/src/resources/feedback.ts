import type { Call } from '../internal/call.js';
import { type Download, download } from '../internal/download.js';
import { multipart } from '../internal/multipart.js';
import type { CallOptions } from '../internal/options.js';
import type { Client } from '../internal/transport.js';

export interface Feedback {
  text: string;
  /** Reply address if the customer is not signed in. */
  email?: string | undefined;
  /** At most two: JPG, PNG or PDF. The type comes from the name of a `File`, or from the `type` of a `Blob`. */
  attachments?: readonly Blob[] | undefined;
}

/** Messages to support. */
export function feedback({ send }: Client) {
  return {
    send: (message: Feedback, options?: CallOptions): Call<{ supportReference: string }, 'POST /feedback'> =>
      send('POST /feedback', multipart(message), options),
    /** An attachment as support receives it. @param number from 1, in the order of sending */
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
