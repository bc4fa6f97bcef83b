import type { Call } from '../internal/call.js';
import type { CallOptions } from '../internal/options.js';
import type { Client } from '../internal/transport.js';
import type { Body, NotificationPage, NotificationPreference, Query, Result } from '../internal/types.js';

/** What happened to the account and its money, and by which channels the customer is told. */
export function notifications({ send }: Client) {
  return {
    /** A page, newest first, with the number of unread notifications. Its `nextCursor` is the `cursor` of the next page. */
    list: (
      query: Query<'GET /notifications'> = {},
      options?: CallOptions,
    ): Call<NotificationPage, 'GET /notifications'> => send('GET /notifications', { params: { query } }, options),
    /** Either some, by their ids, or all up to the newest one that was seen. Can be repeated. */
    read: (
      body: Body<'POST /notifications/read'>,
      options?: CallOptions,
    ): Call<Result<'POST /notifications/read'>, 'POST /notifications/read'> =>
      send('POST /notifications/read', { body }, options),
    /** For each kind and channel, whether it is on, and why it can't be turned off. */
    getPreferences: (options?: CallOptions): Call<NotificationPreference[], 'GET /notifications/preferences'> =>
      send('GET /notifications/preferences', {}, options),
    /** Those that are not named stay as they are. @returns all, as they are now */
    setPreferences: (
      preferences: Body<'PUT /notifications/preferences'>['preferences'],
      options?: CallOptions,
    ): Call<NotificationPreference[], 'PUT /notifications/preferences'> =>
      send('PUT /notifications/preferences', { body: { preferences } }, options),
  };
}
