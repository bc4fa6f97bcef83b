import type { ToastMessage } from '@wusd/ui-kit/Toast';
import { createStore } from '../state/store.ts';

export const toasts = createStore<readonly ToastMessage[]>([]);

let serial = 0;

/** Shows a message for three seconds. The same one again, while it is still shown, is not stacked. */
export function toast(text: string, tone: ToastMessage['tone'] = 'info'): void {
  if (toasts.get().some((shown) => shown.text === text)) return;
  serial += 1;
  toasts.set([...toasts.get(), { id: String(serial), text, tone }]);
}

export function dismissToast(id: string): void {
  toasts.set(toasts.get().filter((shown) => shown.id !== id));
}
