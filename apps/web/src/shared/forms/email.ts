import type { MessageId } from '@wusd/i18n';

/** What is wrong with an address before the server is asked: it is something, an at, a host with a dot. */
export function emailComplaint(text: string): MessageId | undefined {
  const typed = text.trim();
  if (typed === '') return 'field.required';
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed) ? undefined : 'field.emailInvalid';
}
