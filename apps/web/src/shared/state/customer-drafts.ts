import { createBrowserCipher } from '@wusd/auth-core/store';
import * as v from 'valibot';
import { session } from '../api/client.ts';
import { draftKeys } from './draft-keys.ts';
import { draftPrefix } from './session-values.ts';

/** The draft of a form, stored encrypted in this browser for the customer who typed it. */
export interface CustomerDraft<Draft> {
  /** Reads the signed-in customer's draft; undefined if there is no readable draft. */
  read: () => Promise<Draft | undefined>;
  /** Stores the draft; undefined removes it, unless another tab stored a newer one. No effect without a session. */
  write: (draft: Draft | undefined) => void;
  /** Calls the listener when another tab removes exactly the draft that this tab wrote or read last. */
  onRemoved: (listener: () => unknown) => void;
}

/** The encrypted record. A record of another version or of another customer is ignored. */
const recordSchema = v.object({ version: v.literal(1), customer: v.string(), draft: v.unknown() });
type StoredRecord = v.InferOutput<typeof recordSchema>;

const cipher = createBrowserCipher();
/** The email address identifies the customer, because it is unique on the server. */
const currentCustomer = (): string | undefined => session.get().authUser?.email;

/** The stored text; null without a draft or without storage. */
function storedAt(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Reads the customer's stored draft. Removes a draft that belongs to another customer or can't be decrypted. */
async function open(key: string, customer: string, stored = storedAt(key)): Promise<unknown> {
  if (stored === null) return undefined;
  try {
    const record = await decrypt(stored, key);
    if (record?.customer === customer) return record.draft;
    // Keep a draft that was stored meanwhile.
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
 * @param name name of the form
 * @param schema schema of a stored draft, possibly from an older version of this app
 */
export function createCustomerDraft<Draft>(
  name: string,
  schema: v.GenericSchema<unknown, Draft>,
): CustomerDraft<Draft> {
  const key = draftPrefix + name;
  let writes = 0;
  /** The stored text that this tab wrote or read last. */
  let last: string | null = null;
  async function seal(record: StoredRecord, write: number): Promise<void> {
    try {
      const sealed = await cipher.encrypt(JSON.stringify(record), key);
      // Skip if the draft has changed or the session has ended meanwhile.
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
      // Skip if a newer draft was written meanwhile.
      if (success && writes === writesBefore) last = stored;
      return success ? output : undefined;
    },
    write(draft) {
      const customer = currentCustomer();
      if (customer === undefined) return;
      writes += 1;
      // Do not remove a draft that another tab has stored meanwhile.
      if (draft === undefined) {
        if (storedAt(key) === last) put(key, undefined);
      } else void seal({ version: 1, customer, draft }, writes);
    },
    onRemoved(listener) {
      // Prerendering has no events of other tabs.
      globalThis.addEventListener?.('storage', ({ key: changed, oldValue, newValue }) => {
        if (changed === key && newValue === null && oldValue === last) listener();
      });
    },
  };
}

/** Removes the drafts of all other customers. */
export async function keepDraftsOf(customer: string): Promise<void> {
  await Promise.all(draftKeys().map((key) => open(key, customer)));
}
