import { createSessionStore } from '../../shared/session/session-store.ts';
import { toast } from '../../shared/feedback/toasts.ts';

/** Proofs of what is bound now, between that and the new number or address. In memory only. */
export const provenFor = createSessionStore<{ phone: string | undefined; email: string | undefined }>({
  phone: undefined,
  email: undefined,
});

/** It was used, or its ten minutes are over: the page begins again, and says why. */
export function proofIsOver(of: 'phone' | 'email', message: string): void {
  provenFor.set({ ...provenFor.get(), [of]: undefined });
  toast(message, 'negative');
}
