import * as v from 'valibot';
import { KeyError, type KeyErrorCode } from '../key-error.ts';

const causes: Record<string, [code: KeyErrorCode, problem: string]> = {
  NotFoundException: ['KEY_NOT_FOUND', 'is not known to AWS KMS. Check the ARN.'],
  AccessDeniedException: ['KEY_ACCESS_DENIED', 'may not be used. Allow kms:Sign, GetPublicKey and DescribeKey.'],
  UnrecognizedClientException: ['KEY_ACCESS_DENIED', 'was asked for with credentials that AWS does not know.'],
  InvalidClientTokenId: ['KEY_ACCESS_DENIED', 'was asked for with credentials that AWS does not know.'],
  InvalidSignatureException: ['KEY_ACCESS_DENIED', 'was asked for with a wrong secret, or this clock is wrong.'],
  IncompleteSignatureException: ['KEY_ACCESS_DENIED', 'was asked for without a complete signature.'],
  MissingAuthenticationTokenException: ['KEY_ACCESS_DENIED', 'was asked for without credentials.'],
  DisabledException: ['KEY_DISABLED', 'is disabled. Enable it in AWS KMS.'],
  KMSInvalidStateException: ['KEY_DISABLED', 'can not sign in its state. Look at it in AWS KMS.'],
  InvalidKeyUsageException: ['KEY_UNSUITABLE', 'is not for signing with this algorithm. Name another key.'],
  UnsupportedOperationException: ['KEY_UNSUITABLE', 'is not asymmetric. Name another key.'],
  ValidationException: ['KEY_UNSUITABLE', 'can not sign this with this algorithm. Name another key.'],
  InvalidCiphertextException: ['KEY_UNSUITABLE', 'did not encrypt this file, or with another encryption context.'],
  IncorrectKeyException: ['KEY_UNSUITABLE', 'did not encrypt this file. Name the key that did.'],
  ThrottlingException: ['KEY_BUSY', 'is asked too often: AWS KMS limits the rate.'],
  KeyUnavailableException: ['KEY_UNAVAILABLE', 'is not available to AWS KMS now.'],
  DependencyTimeoutException: ['KEY_UNAVAILABLE', 'is not available to AWS KMS now.'],
  KMSInternalException: ['KEY_UNAVAILABLE', 'is not available to AWS KMS now.'],
};

const errorSchema = v.object({ __type: v.string() });

/** Maps an error response of AWS KMS. The message of the service is discarded. */
export function keyErrorOf(keyName: string, status: number, answer: unknown): KeyError {
  const parsed = v.safeParse(errorSchema, answer);
  // Some services prefix the type with a namespace: com.amazonaws.kms#NotFoundException.
  const type = parsed.success ? (parsed.output['__type'].split('#').at(-1) ?? '') : '';
  const [code, problem] = Object.hasOwn(causes, type) ? (causes[type] ?? unknown(status)) : unknown(status);
  return new KeyError(code, keyName, problem);
}

function unknown(status: number): [KeyErrorCode, string] {
  if (status === 429) return ['KEY_BUSY', 'is asked too often: the key service limits the rate.'];
  return status >= 500
    ? ['KEY_UNAVAILABLE', `has a key service that fails with status ${status}.`]
    : ['KEY_INVALID_ANSWER', `has a key service that refuses with status ${status}.`];
}
