/** Problem with a key or its key store. */
export type KeyErrorCode =
  /** The file, the key service or the token has no such key. */
  | 'KEY_NOT_FOUND'
  /** The name matches several keys. */
  | 'KEY_AMBIGUOUS'
  /** The key has the wrong curve, can't sign, or can be exported. */
  | 'KEY_UNSUITABLE'
  /** Other users of the machine can read the file. */
  | 'KEY_FILE_INSECURE'
  /** The credentials or the PIN were rejected. */
  | 'KEY_ACCESS_DENIED'
  /** The key is disabled in the key service. */
  | 'KEY_DISABLED'
  /** The key service or the device fails or can't be reached. */
  | 'KEY_UNAVAILABLE'
  /** The key service limits the rate. */
  | 'KEY_BUSY'
  | 'KEY_TIMEOUT'
  /** The response violates the interface of the key store. */
  | 'KEY_INVALID_ANSWER'
  /** The signature is not valid for this key and data. */
  | 'KEY_INVALID_SIGNATURE';

const transientCodes: ReadonlySet<KeyErrorCode> = new Set(['KEY_UNAVAILABLE', 'KEY_BUSY', 'KEY_TIMEOUT']);

/** A key can't be opened or can't sign. The message names the key and the remedy, and contains no secret. */
export class KeyError extends Error {
  override readonly name = 'KeyError';
  readonly code: KeyErrorCode;

  /**
   * @param keyName the key's name in the settings
   * @param problem the rest of a sentence about the key, e.g. `is disabled. Enable it.`
   */
  constructor(code: KeyErrorCode, keyName: string, problem: string, options?: ErrorOptions) {
    super(`The key ${keyName} ${problem}`, options);
    this.code = code;
  }

  /** Whether the same call may succeed in a moment. */
  get isTransient(): boolean {
    return transientCodes.has(this.code);
  }
}
