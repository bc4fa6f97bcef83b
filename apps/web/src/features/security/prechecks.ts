import { createSessionStore } from '../../shared/session/session-store.ts';
import { toast } from '../../shared/feedback/toasts.ts';

/** Proofs of the current number or address, used to change it. In memory only. */
export const provenFor = createSessionStore<{ phone: string | undefined; email: string | undefined }>({
  phone: undefined,
  email: undefined,
});

/** Discards a proof that was used or is older than ten minutes. The page starts again and shows the reason. */
export function proofIsOver(of: 'phone' | 'email', message: string): void {
  provenFor.set({ ...provenFor.get(), [of]: undefined });
  toast(message, 'negative');
}
