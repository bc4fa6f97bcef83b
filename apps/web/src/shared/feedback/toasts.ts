import type { ToastMessage } from '@wusd/ui-kit/Toast';
import { createStore } from '../state/store.ts';

export const toasts = createStore<readonly ToastMessage[]>([]);

let serial = 0;

/** Shows a message for three seconds. Does not stack a message that is already shown. @returns the id of the toast */
export function toast(text: string, tone: ToastMessage['tone'] = 'info'): string {
  const same = toasts.get().find((shown) => shown.text === text);
  if (same) return same.id;
  serial += 1;
  const id = String(serial);
  toasts.set([...toasts.get(), { id, text, tone }]);
  return id;
}

export function dismissToast(id: string): void {
  toasts.set(toasts.get().filter((shown) => shown.id !== id));
}
