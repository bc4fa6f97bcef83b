/** What is wrong with a key, or with whoever keeps it. */
export type KeyErrorCode =
  /** The file, the key service or the token has no such key. */
  | 'KEY_NOT_FOUND'
  /** The name fits several keys. */
  | 'KEY_AMBIGUOUS'
  /** The key has another curve, can't sign, or could be copied. */
  | 'KEY_UNSUITABLE'
  /** Other users of the machine can read the file. */
  | 'KEY_FILE_INSECURE'
  /** The credentials or the PIN were rejected. */
  | 'KEY_ACCESS_DENIED'
  /** Somebody has disabled the key. */
  | 'KEY_DISABLED'
  /** The key service or the device fails or can't be reached. */
  | 'KEY_UNAVAILABLE'
  /** The key service limits the rate. */
  | 'KEY_BUSY'
  | 'KEY_TIMEOUT'
  /** The answer is not what the interface promises. */
  | 'KEY_INVALID_ANSWER'
  /** The signature is not one of this key over this data. */
  | 'KEY_INVALID_SIGNATURE';

const transientCodes: ReadonlySet<KeyErrorCode> = new Set(['KEY_UNAVAILABLE', 'KEY_BUSY', 'KEY_TIMEOUT']);

/** A key can't be opened or can't sign. The message names the key and what to do, and holds no secret. */
export class KeyError extends Error {
  override readonly name = 'KeyError';
  readonly code: KeyErrorCode;

  /**
   * @param keyName as the settings name the key
   * @param problem a sentence about it, e.g. `is disabled. Enable it.`
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
