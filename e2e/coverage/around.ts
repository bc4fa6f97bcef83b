import type { Domain } from '../support/coverage.ts';

export const around: Domain = {
  name: 'what is around every page',
  messages: [
    'app',
    'mode',
    'header',
    'menu',
    'onboarding',
    'alert',
    'notFound',
    'home',
    'wallet',
    'asset',
    'palette',
    'guide',
    'help',
    'notification',
  ],
  operations: [
    'getConfig',
    'getAuthUser',
    'logout',
    'listNotifications',
    'readNotifications',
    'getNotificationPreferences',
    'setNotificationPreferences',
  ],
  limited: [],
  unshown: {
    'app.error.title': 'a page that breaks is a fault, and fails its journey; a story breaks one',
    'notification.badge.more': 'no customer of a journey has a hundred unread notifications',
    'notification.settings.unavailable': 'a story cannot load them',
  },
  unmet: {
    'setNotificationPreferences NOTIFICATION_REQUIRED': 'what is locked can’t be pressed',
  },
};
