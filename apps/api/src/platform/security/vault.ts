import { createCipheriv, createDecipheriv, createHmac, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';

const ivLength = 12;
const tagLength = 16;
/** Length of the key id, which prefixes every sealed value. */
export const keyIdLength = 8;

/** Encrypts personal data, seeds and private keys for storage, and computes blind indexes for look-ups. */
export interface Vault {
  /** @param context the row that the value belongs to, e.g. `customer:usr_…`; opening it with another context fails */
  seal(plaintext: string | Buffer, context: string): Buffer;
  open(sealed: Buffer, context: string): string;
  openBytes(sealed: Buffer, context: string): Buffer;
  /** Returns the id of the key that a value was sealed with. */
  keyOf(sealed: Buffer): string;
  /** Re-encrypts a value under the current key. @returns undefined if it already uses that key */
  reseal(sealed: Buffer, context: string): Buffer | undefined;
  /** Id of the current key. */
  currentKey(): string;
  /** Returns a keyed hash for looking up a value without storing it (OWASP ASVS 5.0, 11.3). */
  blindIndex(value: string, purpose: string): Buffer;
}

export interface Keyring {
  /** All keys by id. */
  sealing: ReadonlyMap<string, KeyObject>;
  /** Id of the current key. */
  current: string;
  indexing: KeyObject;
}

/**
 * Creates a vault with AES-256-GCM. Sealed values begin with the key id.
 *
 * @param keyring returns the current keys, which change while the server runs
 */
export function createVault(keyring: () => Keyring): Vault {
  const keyOf = (sealed: Buffer): string => sealed.subarray(0, keyIdLength).toString('latin1');
  const vault: Vault = {
    keyOf,
    reseal: (sealed, context) =>
      keyOf(sealed) === keyring().current ? undefined : vault.seal(vault.openBytes(sealed, context), context),
    currentKey: () => keyring().current,
    seal(plaintext, context) {
      const { sealing, current } = keyring();
      const key = sealing.get(current);
      if (!key) throw new Error(`There is no key ${current}`);
      return Buffer.concat([Buffer.from(current, 'latin1'), encrypt(key, Buffer.from(plaintext), context)]);
    },
    open: (sealed, context) => vault.openBytes(sealed, context).toString(),
    openBytes(sealed, context) {
      const key = keyring().sealing.get(keyOf(sealed));
      if (!key) throw new Error(`Sealed under a key that this server does not have, for ${context.split(':')[0]}`);
      return decrypt(key, sealed.subarray(keyIdLength), context);
    },
    blindIndex: (value, purpose) => createHmac('sha256', keyring().indexing).update(`${purpose}\0${value}`).digest(),
  };
  return vault;
}

/** Purposes of derived keys (RFC 5869, 3.2: no two purposes share a key). */
type Purpose = 'successor' | 'data key';

/** Seals with a key that only the holder of `secret` can derive. */
export function sealUnder(secret: string | Buffer, purpose: Purpose, plaintext: string, context: string): Buffer {
  return encrypt(keyFrom(secret, purpose), Buffer.from(plaintext), context);
}

export function openUnder(secret: string | Buffer, purpose: Purpose, sealed: Buffer, context: string): string {
  return decrypt(keyFrom(secret, purpose), sealed, context).toString();
}

function keyFrom(secret: string | Buffer, purpose: Purpose): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), `wusd ${purpose} 1`, 32));
}

function encrypt(key: Buffer | KeyObject, plaintext: Buffer, context: string): Buffer {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]);
}

function decrypt(key: Buffer | KeyObject, sealed: Buffer, context: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivLength))
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(ivLength, ivLength + tagLength));
  return Buffer.concat([decipher.update(sealed.subarray(ivLength + tagLength)), decipher.final()]);
}
