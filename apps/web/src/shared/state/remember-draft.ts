import { session } from '../api/client.ts';
import type { CustomerDraft } from './customer-drafts.ts';
import type { StoredDraft } from './stored-draft.ts';

export interface RememberedDraft<Draft> {
  stored: CustomerDraft<Draft>;
  /** Storage of a visitor's draft until they sign in. @default not stored */
  visitors?: StoredDraft<Draft> | undefined;
  /** The draft to store; undefined if there is none, or if it must not be stored. */
  current: () => Draft | undefined;
  subscribe: (listener: () => void) => unknown;
  /** Called with the stored draft. Must do nothing if the customer has typed meanwhile. */
  restore: (draft: Draft) => void;
  /** Called when another tab has submitted this draft. @default no action */
  discard?: () => void;
}

/** Stores a draft on every change, and restores it for the same customer after a reload or after signing in again. */
export function rememberDraft<Draft>({
  stored,
  visitors,
  current,
  subscribe,
  restore,
  discard,
}: RememberedDraft<Draft>): void {
  let last = current();
  let customer: string | undefined;
  let isFollowing = false;
  let isWatching = false;

  subscribe(() => {
    const next = current();
    if (next === last) return;
    last = next;
    // Restoring or discarding a draft must not overwrite one that another tab has stored meanwhile.
    if (isFollowing) return;
    if (customer !== undefined) stored.write(next);
    else visitors?.write(next ?? visitors.empty);
  });

  async function restoreStored(of: string): Promise<void> {
    const draft = await stored.read();
    if (draft === undefined || customer !== of) return;
    isFollowing = true;
    restore(draft);
    isFollowing = false;
  }

  function watch(): void {
    if (isWatching || !discard) return;
    isWatching = true;
    stored.onRemoved(() => {
      if (current() === undefined) return;
      isFollowing = true;
      discard();
      isFollowing = false;
    });
  }

  const followSession = (): void => {
    const signedIn = session.get().authUser?.email;
    if (signedIn === customer) return;
    customer = signedIn;
    if (signedIn === undefined) return;
    watch();
    if (last !== undefined) {
      // A visitor typed the draft. It now belongs to the customer who signed in.
      stored.write(last);
      visitors?.write(visitors.empty);
      return;
    }
    void restoreStored(signedIn);
  };
  session.subscribe(followSession);
  followSession();
}
