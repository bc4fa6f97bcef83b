import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { PasskeyAssertion } from '@wusd/api-sdk';

// A double of an authenticator and its browser (WebAuthn level 3): a software key with "none" attestation.

/** Server options that the double reads. */
interface CreationOptions {
  challenge: string;
  user: { id: string };
}

interface Behaviour {
  rpId: string;
  origin: string;
  /** Flag UV. */
  isVerified: boolean;
  /** Flags BE and BS. */
  isBackupEligible: boolean;
  isSynced: boolean;
  /** 0 if the authenticator does not count. */
  signCount: number;
}

const usual: Behaviour = {
  rpId: 'localhost',
  origin: 'http://localhost:8080',
  isVerified: true,
  isBackupEligible: true,
  isSynced: true,
  signCount: 0,
};

/** Algorithms that the server offers. */
const keyPairs = {
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  EdDSA: () => generateKeyPairSync('ed25519'),
  RS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
};

/**
 * Creates a double with one credential, which creates the credential from the server's options and answers challenges.
 */
export function createPasskeyDouble(own: Partial<Behaviour> = {}, algorithm: keyof typeof keyPairs = 'ES256') {
  const { publicKey, privateKey } = keyPairs[algorithm]();
  const digest = algorithm === 'EdDSA' ? null : 'sha256';
  const id = randomBytes(32);
  let userHandle = '';
  return {
    id: id.toString('base64url'),
    /** COSE key. */
    publicKey: coseKey(publicKey),

    /** Returns the result of `navigator.credentials.create`. */
    create({ challenge, user }: CreationOptions, changes: Partial<Behaviour> = {}) {
      const behaviour = { ...usual, ...own, ...changes };
      userHandle = user.id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)]);
      const authData = Buffer.concat([authenticatorData(behaviour, flags.attested), credential]);
      const attestation = cbor(
        new Map<string, Encodable>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      );
      return {
        id: id.toString('base64url'),
        clientDataJSON: clientData('webauthn.create', challenge, behaviour).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal', 'hybrid'],
      };
    },

    /** Returns the result of `navigator.credentials.get`. @param changes e.g. another origin or sign count */
    get({ challenge }: { challenge: string }, changes: Partial<Behaviour> = {}): PasskeyAssertion {
      const behaviour = { ...usual, ...own, ...changes };
      const data = authenticatorData(behaviour);
      const client = clientData('webauthn.get', challenge, behaviour);
      return {
        id: id.toString('base64url'),
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign(digest, Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
        userHandle,
      };
    },
  };
}

export type PasskeyDouble = ReturnType<typeof createPasskeyDouble>;

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

const clientData = (type: string, challenge: string, { origin }: Behaviour): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

const flags = { present: 1, verified: 4, backupEligible: 8, synced: 16, attested: 64 };

function authenticatorData({ rpId, isVerified, isBackupEligible, isSynced, signCount }: Behaviour, more = 0): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(signCount);
  const set =
    flags.present +
    (isVerified ? flags.verified : 0) +
    (isBackupEligible ? flags.backupEligible : 0) +
    (isSynced ? flags.synced : 0) +
    more;
  return Buffer.concat([sha256(rpId), Buffer.from([set]), count]);
}

/** Encodes a COSE key (RFC 9052, section 7) with the parameters of RFC 9053 and RFC 8230. */
function coseKey(publicKey: KeyObject): Buffer {
  const { kty, x = '', y = '', n = '', e = '' } = publicKey.export({ format: 'jwk' });
  const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');
  const parameters: Record<string, [number, Encodable][]> = {
    EC: [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ],
    OKP: [
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, bytes(x)],
    ],
    RSA: [
      [1, 3],
      [3, -257],
      [-1, bytes(n)],
      [-2, bytes(e)],
    ],
  };
  return cbor(new Map(parameters[kty ?? '']));
}

type Encodable = number | string | Buffer | Map<number | string, Encodable>;

/** Encodes the subset of CBOR (RFC 8949) that authenticators use. */
function cbor(value: Encodable): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, item]) => [cbor(key), cbor(item)])]);
}

function head(major: number, length: number): Buffer {
  const type = major * 32;
  if (length < 24) return Buffer.from([type + length]);
  if (length < 256) return Buffer.from([type + 24, length]);
  return Buffer.from([type + 25, Math.floor(length / 256), length % 256]);
}
