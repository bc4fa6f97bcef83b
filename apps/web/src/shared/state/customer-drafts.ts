import { createBrowserCipher } from '@wusd/auth-core/store';
import * as v from 'valibot';
import { session } from '../api/client.ts';
import { draftKeys } from './draft-keys.ts';
import { draftPrefix } from './session-values.ts';

/** The draft of a form, kept in this browser for the customer who typed it. */
export interface CustomerDraft<Draft> {
  /** The signed-in customer's draft; undefined if there is none that can be read. */
  read: () => Promise<Draft | undefined>;
  /** Stores the signed-in customer's draft, or removes it if no other tab has stored another one. Without a customer it does nothing. */
  write: (draft: Draft | undefined) => void;
  /** Calls back whenever another tab removes the draft that was written or read here last. One that the other tab has changed is its own. */
  onRemoved: (listener: () => unknown) => void;
}

/** What is encrypted. A record of another version, or of another customer, is as good as none. */
const recordSchema = v.object({ version: v.literal(1), customer: v.string(), draft: v.unknown() });
type StoredRecord = v.InferOutput<typeof recordSchema>;

const cipher = createBrowserCipher();
/** The email names the customer: the server knows one customer by it. */
const currentCustomer = (): string | undefined => session.get().authUser?.email;

/** What is stored; null without a draft, and without storage. */
function storedAt(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @returns the customer's draft as stored; where it is somebody else's or can't be read it is removed */
async function open(key: string, customer: string, stored = storedAt(key)): Promise<unknown> {
  if (stored === null) return undefined;
  try {
    const record = await decrypt(stored, key);
    if (record?.customer === customer) return record.draft;
    // What was stored meanwhile stays.
    if (storedAt(key) === stored) localStorage.removeItem(key);
  } catch {
    // Storage is blocked.
  }
  return undefined;
}

async function decrypt(stored: string, key: string): Promise<StoredRecord | undefined> {
  try {
    return v.parse(recordSchema, JSON.parse(await cipher.decrypt(stored, key)));
  } catch {
    return undefined;
  }
}

function put(key: string, sealed: string | undefined): void {
  try {
    if (sealed === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, sealed);
  } catch {
    // Without storage the draft lasts as long as the page.
  }
}

/**
 * @param name of the form
 * @param schema of a draft that was stored, possibly by an older version of this app
 */
export function createCustomerDraft<Draft>(
  name: string,
  schema: v.GenericSchema<unknown, Draft>,
): CustomerDraft<Draft> {
  const key = draftPrefix + name;
  let writes = 0;
  /** As stored, when it was written or read here last. */
  let last: string | null = null;
  async function seal(record: StoredRecord, write: number): Promise<void> {
    try {
      const sealed = await cipher.encrypt(JSON.stringify(record), key);
      // Not if the draft has changed or the session has ended meanwhile.
      if (write === writes && currentCustomer() === record.customer) {
        put(key, sealed);
        last = sealed;
      }
    } catch {
      // Without a key the draft lasts as long as the page.
    }
  }
  return {
    async read() {
      const customer = currentCustomer();
      if (customer === undefined) return undefined;
      const stored = storedAt(key);
      const writesBefore = writes;
      const { success, output } = v.safeParse(schema, await open(key, customer, stored));
      // Not if a newer draft was written meanwhile.
      if (success && writes === writesBefore) last = stored;
      return success ? output : undefined;
    },
    write(draft) {
      const customer = currentCustomer();
      if (customer === undefined) return;
      writes += 1;
      // What another tab has stored since is its own.
      if (draft === undefined) {
        if (storedAt(key) === last) put(key, undefined);
      } else void seal({ version: 1, customer, draft }, writes);
    },
    onRemoved(listener) {
      // Pages are prerendered where there are no tabs.
      globalThis.addEventListener?.('storage', ({ key: changed, oldValue, newValue }) => {
        if (changed === key && newValue === null && oldValue === last) listener();
      });
    },
  };
}

/** Removes the drafts of everybody but this customer. */
export async function keepDraftsOf(customer: string): Promise<void> {
  await Promise.all(draftKeys().map((key) => open(key, customer)));
}
