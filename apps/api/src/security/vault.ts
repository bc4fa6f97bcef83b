import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const version = 1;
const ivLength = 12;
const tagLength = 16;

/** Seals personal data, seeds and private keys for storage, and makes the blind index they are found by. */
export interface Vault {
  /** @param context what the value belongs to, e.g. `customer:usr_…`; opening it under another context fails */
  seal(plaintext: string, context: string): Buffer;
  open(sealed: Buffer, context: string): string;
  /** Keyed hash for looking a value up without storing it (OWASP ASVS 5.0, 11.3). */
  blindIndex(value: string, purpose: string): Buffer;
}

/** AES-256-GCM under keys derived from one master key (HKDF, RFC 5869); the first byte names the key's version. */
export function createVault(masterKey: Buffer): Vault {
  const derive = (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), purpose, 32));
  const sealing = derive('wusd vault seal 1');
  const indexing = derive('wusd vault index 1');
  return {
    seal: (plaintext, context) =>
      Buffer.concat([Buffer.of(version), encrypt(sealing, Buffer.from(plaintext), context)]),
    open(sealed, context) {
      if (sealed[0] !== version)
        throw new Error(`Sealed under key version ${sealed[0]}, which this server does not have`);
      return decrypt(sealing, sealed.subarray(1), context).toString();
    },
    blindIndex: (value, purpose) => createHmac('sha256', indexing).update(`${purpose}\0${value}`).digest(),
  };
}

/** Seals under a key that only the holder of `secret` can derive. */
export function sealUnder(secret: string, plaintext: string, context: string): Buffer {
  return encrypt(keyFrom(secret), Buffer.from(plaintext), context);
}

export function openUnder(secret: string, sealed: Buffer, context: string): string {
  return decrypt(keyFrom(secret), sealed, context).toString();
}

function keyFrom(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), 'wusd successor 1', 32));
}

function encrypt(key: Buffer, plaintext: Buffer, context: string): Buffer {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]);
}

function decrypt(key: Buffer, sealed: Buffer, context: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivLength))
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(ivLength, ivLength + tagLength));
  return Buffer.concat([decipher.update(sealed.subarray(ivLength + tagLength)), decipher.final()]);
}
