import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { createClientOf, type NotificationKind } from '@wusd/api-sdk/core';
import { notifications } from '@wusd/api-sdk/resources/notifications';
import { clientOptions } from '../api/client.ts';
import { invalidation, topicKey } from '../api/invalidation.ts';

export const { notifications: notificationsApi } = createClientOf(clientOptions, { notifications });

const latestCount = 6;

/** The newest notifications, and the number of unread ones. */
export const latestQuery = queryOptions({
  queryKey: topicKey('notifications', 'latest'),
  queryFn: ({ signal }) => notificationsApi.list({ size: latestCount }, { signal }),
  meta: { isHandled: true },
});

/** Notifications, newest first, one page at a time. @param kind undefined for all kinds */
export const listQuery = (kind: NotificationKind | undefined) =>
  infiniteQueryOptions({
    queryKey: topicKey('notifications', 'list', kind ?? ''),
    queryFn: ({ pageParam, signal }) =>
      notificationsApi.list(
        { size: 20, ...(kind && { kind }), ...(pageParam !== '' && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ hasMore, nextCursor }) => (hasMore ? nextCursor : undefined),
    meta: { isHandled: true },
  });

export const preferencesQuery = queryOptions({
  queryKey: ['notification-preferences'],
  queryFn: ({ signal }) => notificationsApi.getPreferences({ signal }),
  meta: { isHandled: true },
});

/** Marks notifications as read. The server notifies other open pages. */
export async function markRead(which: Parameters<typeof notificationsApi.read>[0]): Promise<void> {
  await notificationsApi.read(which);
  invalidation.publish('notifications-changed');
}
