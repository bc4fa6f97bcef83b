import { languageOf } from '@wusd/i18n/server';
import type { Handlers } from '../../platform/contract/operations.ts';
import type { Services } from '../services.ts';
import { listNotifications, readNotifications } from './notifications.ts';
import { readPreferences, writePreferences } from './preferences.ts';

/** Available to every signed-in customer, regardless of scopes. */
export function notificationHandlers(services: Services): Handlers {
  return {
    listNotifications: ({ query, caller: { customerId }, language }) =>
      listNotifications(services, { customerId, language: languageOf(language) }, query),

    readNotifications: async ({ body, caller }) => ({
      unreadCount: await readNotifications(services, caller.customerId, body),
    }),

    getNotificationPreferences: ({ caller }) => readPreferences(services, caller.customerId),

    setNotificationPreferences: ({ body, caller }) => writePreferences(services, caller.customerId, body.preferences),
  };
}
