import { createCipheriv, createDecipheriv, createHmac, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';

const ivLength = 12;
const tagLength = 16;
/** Of a key's name, at the front of everything that is sealed under it. */
export const keyIdLength = 8;

/** Seals personal data, seeds and private keys for storage, and makes the blind index they are found by. */
export interface Vault {
  /** @param context what the value belongs to, e.g. `customer:usr_…`; opening it under another context fails */
  seal(plaintext: string | Buffer, context: string): Buffer;
  open(sealed: Buffer, context: string): string;
  openBytes(sealed: Buffer, context: string): Buffer;
  /** Name of the key that something was sealed under. */
  keyOf(sealed: Buffer): string;
  /** The same under the current key; undefined where it is under that already. */
  reseal(sealed: Buffer, context: string): Buffer | undefined;
  /** Name of the key that is sealed under now. */
  currentKey(): string;
  /** Keyed hash for looking a value up without storing it (OWASP ASVS 5.0, 11.3). */
  blindIndex(value: string, purpose: string): Buffer;
}

export interface Keyring {
  /** Keys that anything may be sealed under, by their names. */
  sealing: ReadonlyMap<string, KeyObject>;
  /** Which of them seals now. */
  current: string;
  indexing: KeyObject;
}

/** AES-256-GCM; the first bytes name the key. @param keyring as of now: keys come and go while the server runs */
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

/** What a key is derived for: one secret never makes the same key for two purposes (RFC 5869, 3.2). */
type Purpose = 'successor' | 'data key';

/** Seals under a key that only the holder of `secret` can derive. */
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
