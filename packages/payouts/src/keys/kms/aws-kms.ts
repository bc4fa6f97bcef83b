import { setTimeout as delay } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import * as v from 'valibot';
import { KeyError } from '../key-error.ts';
import type { KmsKeyName } from '../key-name.ts';
import { keyErrorOf } from './aws-errors.ts';

export interface AwsCredentials {
  accessKeyId: string;
  secretAccessKey: string;
}

export interface KmsOptions {
  /** Required for AWS KMS keys. */
  aws?: AwsCredentials | undefined;
  /** @returns a signal for one outbound call, which aborts after at most `timeoutMs` */
  signal?: ((timeoutMs: number) => AbortSignal) | undefined;
  /** Waits before a retry. @default a system timer */
  pause?: ((ms: number) => Promise<void>) | undefined;
}

/** Operations of AWS KMS for signing and decrypting with one key. All of them are safe to retry. */
export interface AwsKms {
  describeKey(): Promise<v.InferOutput<typeof describeKeySchema>['KeyMetadata']>;
  getPublicKey(): Promise<v.InferOutput<typeof getPublicKeySchema>>;
  /** @returns the signature as the algorithm encodes it */
  sign(request: { message: Uint8Array; messageType: 'DIGEST' | 'RAW'; algorithm: string }): Promise<Uint8Array>;
  /** Decrypts with a symmetric key. @param context must equal the context of the encryption */
  decrypt(ciphertext: Uint8Array, context: Readonly<Record<string, string>>): Promise<Uint8Array>;
}

const describeKeySchema = v.object({
  KeyMetadata: v.object({ Arn: v.string(), KeyState: v.string(), KeyUsage: v.string(), KeySpec: v.string() }),
});
const getPublicKeySchema = v.object({
  PublicKey: v.pipe(v.string(), v.base64()),
  SigningAlgorithms: v.array(v.string()),
});
const signSchema = v.object({ Signature: v.pipe(v.string(), v.base64()) });
const decryptSchema = v.object({ Plaintext: v.pipe(v.string(), v.base64()) });

/** Three attempts of four seconds end before the outbound guard's deadline for a signature. */
const attemptMs = 4000;
const attempts = 3;
const firstPauseMs = 100;

/**
 * A client for one key of AWS KMS.
 *
 * @throws KeyError without credentials; its operations throw KeyError
 */
export function createAwsKms(
  { arn, region, endpoint, text }: KmsKeyName,
  { aws, signal = AbortSignal.timeout, pause = (ms) => delay(ms) }: KmsOptions,
): AwsKms {
  if (!aws) throw new KeyError('KEY_ACCESS_DENIED', text, 'needs credentials of AWS. Set them.');
  const client = new AwsClient({ ...aws, service: 'kms', region, retries: 0 });

  const send = async (operation: string, body: object): Promise<unknown> => {
    try {
      const response = await client.fetch(endpoint, {
        method: 'POST',
        redirect: 'error',
        signal: signal(attemptMs),
        headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `TrentService.${operation}` },
        body: JSON.stringify({ KeyId: arn, ...body }),
      });
      const answer: unknown = await response.json().catch((error: unknown) => {
        if (error instanceof SyntaxError) return undefined;
        throw error;
      });
      if (!response.ok) throw keyErrorOf(text, response.status, answer);
      return answer;
    } catch (error) {
      if (error instanceof KeyError) throw error;
      const isTimeout = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
      throw isTimeout
        ? new KeyError('KEY_TIMEOUT', text, 'got no answer of its key service in time.', { cause: error })
        : new KeyError('KEY_UNAVAILABLE', text, 'has a key service that can not be reached.', { cause: error });
    }
  };

  const call = async <Schema extends v.GenericSchema>(
    schema: Schema,
    operation: string,
    body: object,
    attempt = 1,
  ): Promise<v.InferOutput<Schema>> => {
    try {
      const parsed = v.safeParse(schema, await send(operation, body));
      if (parsed.success) return parsed.output;
      throw new KeyError('KEY_INVALID_ANSWER', text, `got an answer to ${operation} that is not one of AWS KMS.`);
    } catch (error) {
      if (attempt === attempts || !(error instanceof KeyError) || !error.isTransient) throw error;
      // Jitter: nodes that failed together do not retry together.
      await pause(firstPauseMs * 2 ** attempt * (0.5 + Math.random() / 2));
      return call(schema, operation, body, attempt + 1);
    }
  };

  return {
    describeKey: async () => (await call(describeKeySchema, 'DescribeKey', {})).KeyMetadata,
    getPublicKey: () => call(getPublicKeySchema, 'GetPublicKey', {}),
    async sign({ message, messageType, algorithm }) {
      const { Signature } = await call(signSchema, 'Sign', {
        Message: Buffer.from(message).toString('base64'),
        MessageType: messageType,
        SigningAlgorithm: algorithm,
      });
      return Uint8Array.from(Buffer.from(Signature, 'base64'));
    },
    async decrypt(ciphertext, context) {
      const { Plaintext } = await call(decryptSchema, 'Decrypt', {
        CiphertextBlob: Buffer.from(ciphertext).toString('base64'),
        EncryptionContext: context,
        EncryptionAlgorithm: 'SYMMETRIC_DEFAULT',
      });
      return Uint8Array.from(Buffer.from(Plaintext, 'base64'));
    },
  };
}
