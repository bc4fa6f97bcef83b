import { createCipheriv, createDecipheriv, createPublicKey, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import * as v from 'valibot';
import type { Curve } from '../../src/keys/signing-key.ts';
import { parseJson } from '@wusd/server-kit/json';
import { type AwsCredentials, authorizationOf, sha256 } from '../aws-signature.ts';
import { listen } from '@wusd/server-kit/testing/loopback';

/** Faults of the double, active until replaced. */
interface KmsFaults {
  /** Returns high s in secp256k1 signatures. */
  isHighS?: boolean;
  /** Signs with another private key. */
  isWrongKey?: boolean;
  /** Number of following requests that are throttled. */
  throttled?: number;
  /** Number of following requests that fail with an internal error. */
  failing?: number;
  /** Does not respond. */
  isSilent?: boolean;
  /** Responds with status 200 and this body. */
  garbage?: string;
  /** Returns this instead of a signature, in base64. */
  signature?: string;
  /** The key is disabled. */
  isDisabled?: boolean;
}

export interface KmsDouble {
  endpoint: string;
  region: string;
  credentials: AwsCredentials;
  /** Adds a key. @param secret 32 bytes @returns its ARN */
  addKey(curve: Curve, secret: Uint8Array): string;
  /** Adds a symmetric key. @returns its ARN */
  addSymmetricKey(): string;
  /** The operation Encrypt. @returns the ciphertext in base64 */
  encrypt(arn: string, plaintext: string, context: Readonly<Record<string, string>>): string;
  /** Replaces the faults. */
  set(faults: KmsFaults): void;
  /** Received operations, including throttled ones. */
  operations: string[];
  close(): void;
}

interface Key {
  curve: Curve;
  secret: Uint8Array;
}

/** An error response of the service. */
class Refusal extends Error {
  readonly type: string;
  readonly status: number;

  constructor(type: string, status = 400) {
    super(type);
    this.type = type;
    this.status = status;
  }
}

const requestSchema = v.object({
  KeyId: v.string(),
  Message: v.optional(v.string()),
  MessageType: v.optional(v.string()),
  SigningAlgorithm: v.optional(v.string()),
  CiphertextBlob: v.optional(v.string()),
  EncryptionContext: v.optional(v.record(v.string(), v.string())),
  EncryptionAlgorithm: v.optional(v.string()),
});

const kinds = {
  secp256k1: { spec: 'ECC_SECG_P256K1', algorithms: ['ECDSA_SHA_256'] },
  ed25519: { spec: 'ECC_NIST_EDWARDS25519', algorithms: ['ED25519_SHA_512', 'ED25519_PH_SHA_512'] },
} as const;

/**
 * Starts a double of AWS KMS with the operations for signing and decrypting. It verifies the signature of each request.
 */
export async function startKmsDouble(): Promise<KmsDouble> {
  const region = 'ap-southeast-1';
  const credentials = { accessKeyId: 'AKIDOFTHEDOUBLE', secretAccessKey: 'the-secret-of-the-kms-double' };
  const keys = new Map<string, Key>();
  /** Secrets of symmetric keys, by ARN. */
  const symmetric = new Map<string, Buffer>();
  const operations: string[] = [];
  let faults: KmsFaults = {};

  const handle = (operation: string, body: v.InferOutput<typeof requestSchema>): object => {
    if (faults.throttled !== undefined && faults.throttled > 0) {
      faults = { ...faults, throttled: faults.throttled - 1 };
      throw new Refusal('ThrottlingException');
    }
    if (faults.failing !== undefined && faults.failing > 0) {
      faults = { ...faults, failing: faults.failing - 1 };
      throw new Refusal('KMSInternalException', 500);
    }
    if (operation === 'Decrypt') return decrypt(symmetric.get(body.KeyId), body);
    const key = keys.get(body.KeyId);
    if (!key) throw new Refusal('NotFoundException');
    if (operation === 'DescribeKey') return { KeyMetadata: metadataOf(body.KeyId, key, faults) };
    if (faults.isDisabled) throw new Refusal('DisabledException');
    if (operation === 'GetPublicKey') return publicKeyOf(body.KeyId, key);
    if (operation === 'Sign') return signatureOf(body, key, faults);
    throw new Refusal('UnknownOperationException');
  };

  const server = createServer((request, response) => {
    void (async () => {
      const body = await buffer(request);
      const { headers, method = '', url = '' } = request;
      const operation = String(headers['x-amz-target']).replace('TrentService.', '');
      operations.push(operation);
      if (faults.isSilent) return;
      const answer = (status: number, content: string): void => {
        response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(content);
      };
      try {
        const expected = authorizationOf({ method, url, headers, bodyHash: sha256(body) }, credentials, {
          region,
          service: 'kms',
        });
        if (headers.authorization !== expected) throw new Refusal('InvalidSignatureException');
        if (!/;x-amz-target(;|,)/.test(headers.authorization)) throw new Refusal('IncompleteSignatureException');
        const content = handle(operation, parseJson(requestSchema, body.toString()));
        answer(200, faults.garbage ?? JSON.stringify(content));
      } catch (error) {
        const { type, status } = error instanceof Refusal ? error : new Refusal('SerializationException');
        answer(status, JSON.stringify({ __type: type, message: `${credentials.secretAccessKey} ${body.toString()}` }));
      }
    })();
  });
  const port = await listen(server);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    region,
    credentials,
    operations,
    addKey(curve, secret) {
      const arn = `arn:aws:kms:${region}:111122223333:key/${sha256(Buffer.from(secret)).slice(0, 32)}`;
      keys.set(arn, { curve, secret });
      return arn;
    },
    addSymmetricKey() {
      const secret = randomBytes(32);
      const arn = `arn:aws:kms:${region}:111122223333:key/${sha256(secret).slice(0, 32)}`;
      symmetric.set(arn, secret);
      return arn;
    },
    encrypt(arn, plaintext, context) {
      const [secret, nonce] = [symmetric.get(arn), randomBytes(12)];
      if (!secret) throw new Error('There is no such key');
      const cipher = createCipheriv('aes-256-gcm', secret, nonce).setAAD(Buffer.from(JSON.stringify(context)));
      const content = Buffer.concat([cipher.update(plaintext), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64');
    },
    set: (next) => void (faults = next),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function decrypt(secret: Buffer | undefined, body: v.InferOutput<typeof requestSchema>): object {
  if (!secret) throw new Refusal('NotFoundException');
  const { CiphertextBlob = '', EncryptionContext = {}, EncryptionAlgorithm, KeyId } = body;
  if (EncryptionAlgorithm !== 'SYMMETRIC_DEFAULT') throw new Refusal('ValidationException');
  const blob = Buffer.from(CiphertextBlob, 'base64');
  try {
    const decipher = createDecipheriv('aes-256-gcm', secret, blob.subarray(0, 12))
      .setAAD(Buffer.from(JSON.stringify(EncryptionContext)))
      .setAuthTag(blob.subarray(12, 28));
    const plaintext = Buffer.concat([decipher.update(blob.subarray(28)), decipher.final()]);
    return { KeyId, Plaintext: plaintext.toString('base64'), EncryptionAlgorithm };
  } catch {
    throw new Refusal('InvalidCiphertextException');
  }
}

const metadataOf = (arn: string, { curve }: Key, { isDisabled }: KmsFaults) => ({
  Arn: arn,
  KeyState: isDisabled ? 'Disabled' : 'Enabled',
  KeyUsage: 'SIGN_VERIFY',
  KeySpec: kinds[curve].spec,
});

function publicKeyOf(arn: string, { curve, secret }: Key) {
  const point = curve === 'secp256k1' ? secp256k1.getPublicKey(secret, false) : ed25519.getPublicKey(secret);
  const base64url = (from: number, to?: number): string => Buffer.from(point.slice(from, to)).toString('base64url');
  const jwk =
    curve === 'secp256k1'
      ? { kty: 'EC', crv: 'secp256k1', x: base64url(1, 33), y: base64url(33) }
      : { kty: 'OKP', crv: 'Ed25519', x: base64url(0) };
  const spki = createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'der' });
  const { spec, algorithms } = kinds[curve];
  return {
    KeyId: arn,
    PublicKey: spki.toString('base64'),
    KeySpec: spec,
    KeyUsage: 'SIGN_VERIFY',
    SigningAlgorithms: algorithms,
  };
}

function signatureOf(body: v.InferOutput<typeof requestSchema>, { curve, secret }: Key, faults: KmsFaults) {
  const { Message = '', MessageType = 'RAW', SigningAlgorithm = '', KeyId } = body;
  const message = Buffer.from(Message, 'base64');
  const used = faults.isWrongKey ? Uint8Array.from(secret, (byte) => byte + 100) : secret;
  const isDigest = MessageType === 'DIGEST' && message.length === 32;
  const isWhole = MessageType === 'RAW' && message.length > 0 && message.length <= 4096;
  const isAccepted =
    curve === 'secp256k1'
      ? SigningAlgorithm === 'ECDSA_SHA_256' && isDigest
      : SigningAlgorithm === 'ED25519_SHA_512' && isWhole;
  if (!isAccepted) throw new Refusal('ValidationException');
  const signature = curve === 'secp256k1' ? ecdsa(message, used, faults) : ed25519.sign(message, used);
  return { KeyId, SigningAlgorithm, Signature: faults.signature ?? Buffer.from(signature).toString('base64') };
}

/** @returns ECDSA-Sig-Value in DER */
function ecdsa(digest: Uint8Array, secret: Uint8Array, { isHighS }: KmsFaults): Uint8Array {
  const { r, s } = secp256k1.Signature.fromBytes(secp256k1.sign(digest, secret, { prehash: false, lowS: true }));
  return new secp256k1.Signature(r, isHighS ? secp256k1.Point.Fn.ORDER - s : s).toBytes('der');
}
