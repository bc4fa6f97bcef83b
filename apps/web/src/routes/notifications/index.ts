export { NotificationSettings } from './notification-settings.tsx';
export { Notifications } from './notifications.tsx';
