/**
 * The provider's script can't be had: blocked, offline. Only loading the page again asks for it again. In a file of its own, because every
 * form tells it from other refusals, and few load what throws it.
 */
export class CaptchaError extends Error {
  override readonly name = 'CaptchaError';
}
