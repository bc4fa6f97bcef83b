/**
 * The provider's script could not be loaded, e.g. blocked or offline. Only a reload of the page tries again. In a
 * separate file, because every form checks for this error, but few forms load the code that throws it.
 */
export class CaptchaError extends Error {
  override readonly name = 'CaptchaError';
}
