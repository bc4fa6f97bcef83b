import type { Call } from '../internal/call.js';
import type { CallOptions } from '../internal/options.js';
import type { Client } from '../internal/transport.js';
import type { Body, NotificationPage, NotificationPreference, Query, Result } from '../internal/types.js';

/** Notifications about the account and its money, and their channels. */
export function notifications({ send }: Client) {
  return {
    /**
     * A page, newest first, with the number of unread notifications. Pass `nextCursor` as `cursor` for the next page.
     */
    list: (
      query: Query<'GET /notifications'> = {},
      options?: CallOptions,
    ): Call<NotificationPage, 'GET /notifications'> => send('GET /notifications', { params: { query } }, options),
    /** Marks notifications as read: by ids, or all up to the newest seen. Safe to repeat. */
    read: (
      body: Body<'POST /notifications/read'>,
      options?: CallOptions,
    ): Call<Result<'POST /notifications/read'>, 'POST /notifications/read'> =>
      send('POST /notifications/read', { body }, options),
    /** For each kind and channel: whether it is enabled, and why it can't be disabled. */
    getPreferences: (options?: CallOptions): Call<NotificationPreference[], 'GET /notifications/preferences'> =>
      send('GET /notifications/preferences', {}, options),
    /** Unspecified preferences do not change. @returns all preferences */
    setPreferences: (
      preferences: Body<'PUT /notifications/preferences'>['preferences'],
      options?: CallOptions,
    ): Call<NotificationPreference[], 'PUT /notifications/preferences'> =>
      send('PUT /notifications/preferences', { body: { preferences } }, options),
  };
}
