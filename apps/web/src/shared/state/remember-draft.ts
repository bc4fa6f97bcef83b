import { session } from '../api/client.ts';
import type { CustomerDraft } from './customer-drafts.ts';
import type { StoredDraft } from './stored-draft.ts';

export interface RememberedDraft<Draft> {
  stored: CustomerDraft<Draft>;
  /** Where a visitor's draft is kept until they sign in. @default nowhere */
  visitors?: StoredDraft<Draft> | undefined;
  /** What is to be stored now; undefined while there is nothing, or nothing that may be stored. */
  current: () => Draft | undefined;
  subscribe: (listener: () => void) => unknown;
  /** Called with what was stored. Does nothing if something has been typed meanwhile. */
  restore: (draft: Draft) => void;
  /** Called when another tab has submitted the draft that is here. @default nothing */
  discard?: () => void;
}

/** Stores a draft as it changes, and restores it for the customer who typed it, after a reload and after signing in again. */
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
    // What another tab has stored since stays.
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
      // A visitor typed it, and it is the customer's from now on.
      stored.write(last);
      visitors?.write(visitors.empty);
      return;
    }
    void restoreStored(signedIn);
  };
  session.subscribe(followSession);
  followSession();
}
