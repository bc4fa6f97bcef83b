import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { HttpStatusError, LoggableError } from '@wusd/server-kit/errors/loggable-error';
import { parseJson } from '@wusd/server-kit/json';
import { outboundSignal } from '@wusd/server-kit/outbound';
import type { NetworkFamily } from '@wusd/server-kit/registry/networks';
import type { Curve, SigningKey } from './keys/signing-key.ts';
import type { KeySource } from './open-networks.ts';
import { type PayoutPort, PayoutRejected } from './payout-port.ts';
import {
  type LoggedSignature,
  signatureLog,
  signedPayout,
  signerKeys,
  type SignerKeys,
  signRejection,
  treasuryReport,
  type TreasuryReport,
} from './signer-protocol.ts';

/**
 * URL of the signer. For mutual TLS, in PEM: the signer's certificate authority, and a client certificate with its
 * private key.
 */
export interface RemoteSignerSettings {
  url: string;
  ca: Buffer;
  certificate: Buffer;
  key: Buffer;
}

/** The signer is unreachable or has no usable key. It is unknown whether it signed. */
class SignerError extends LoggableError {
  override readonly name = 'SignerError';
  readonly fields = {};

  constructor(problem: string, options?: ErrorOptions) {
    super(`The signer ${problem}`, options);
  }
}

/** Public keys and signatures from a signer in a separate process. */
export interface RemoteSigner extends KeySource, Pick<PayoutPort, 'sign' | 'signCancellation'> {
  treasury: TreasuryPort;
  signatures: SignatureLogPort;
}

/** Signed transactions, as recorded in the signer's own database. */
export interface SignatureLogPort {
  /**
   * A page in the order of positions; empty after the last entry.
   *
   * @param after position of the last entry read, initially `0`
   */
  signedSince(since: Date, after: string): Promise<LoggedSignature[]>;
}

/** Transfers between our own addresses, as reported by the signer. */
export interface TreasuryPort {
  /** @param after position of the last known transfer, initially `0` */
  report(after: string): Promise<TreasuryReport>;
}

/** The signer's key service may be slow. */
const timeoutMs = 15_000;

export function createRemoteSigner({ url, ca, certificate, key }: RemoteSignerSettings): RemoteSigner {
  const agent = new Agent({
    keepAlive: true,
    minVersion: 'TLSv1.3',
    ca,
    cert: certificate,
    key,
  });

  async function call(method: 'GET' | 'POST', path: string, body?: unknown): Promise<{ status: number; body: string }> {
    const content = body === undefined ? '' : JSON.stringify(body);
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) };
    const outgoing = request(
      new URL(path, url),
      { method, agent, headers, signal: outboundSignal(timeoutMs) },
      (answer) => {
        text(answer).then((received) => resolve({ status: answer.statusCode ?? 0, body: received }), reject);
      },
    );
    outgoing.on('error', reject);
    outgoing.end(content);
    return promise.catch((error: unknown) => {
      throw new SignerError('can not be reached', { cause: error });
    });
  }

  async function sign(payoutId: string, attempt: number): Promise<{ raw: string; hash: string }> {
    const { status, body } = await call('POST', '/v1/signatures', { payoutId, attempt });
    if (status === 200) return parseJson(signedPayout, body);
    if (status !== 409) throw new HttpStatusError('The signer', status);
    const { reason, message, retryAt } = parseJson(signRejection, body);
    throw new PayoutRejected(message, reason, retryAt === undefined ? undefined : new Date(retryAt));
  }

  async function keysOf(family: NetworkFamily): Promise<NonNullable<SignerKeys[NetworkFamily]>> {
    const { status, body } = await call('GET', '/v1/keys');
    if (status !== 200) throw new HttpStatusError('The signer', status);
    const keys = parseJson(signerKeys, body)[family];
    if (!keys) throw new SignerError(`can open no key for ${family} networks`);
    return keys;
  }

  return {
    hasKeys: () => true,
    async open(family, curve) {
      const { current, retired } = await keysOf(family);
      return { current: publicKeyOnly(curve, current), retired: retired.map((key) => publicKeyOnly(curve, key)) };
    },
    sign: ({ payoutId, attempt }) => sign(payoutId, attempt),
    signCancellation: ({ payoutId, attempt }) => sign(payoutId, attempt),
    treasury: {
      async report(after) {
        const { status, body } = await call('GET', `/v1/treasury?after=${after}`);
        if (status !== 200) throw new HttpStatusError('The signer', status);
        return parseJson(treasuryReport, body);
      },
    },
    signatures: {
      async signedSince(since, after) {
        const { status, body } = await call('GET', `/v1/signatures?since=${since.toISOString()}&after=${after}`);
        if (status !== 200) throw new HttpStatusError('The signer', status);
        return parseJson(signatureLog, body).signatures;
      },
    },
  };
}

const keyLengths: Record<Curve, number> = { secp256k1: 65, ed25519: 32 };

/** A public key for deriving addresses. This process can't sign with it. */
function publicKeyOnly<Of extends Curve>(curve: Of, hex: string): SigningKey<Of> {
  const publicKey = Uint8Array.from(Buffer.from(hex, 'hex'));
  if (publicKey.length !== keyLengths[curve]) throw new SignerError(`answered a key that is not one of ${curve}`);
  return { curve, publicKey, sign: () => Promise.reject(new Error('The signer alone has this key')) };
}
