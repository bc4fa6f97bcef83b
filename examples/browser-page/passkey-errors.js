import { AuthError } from '@wusd/auth-core';
import { canUsePasskeys, passkeyProblem } from '@wusd/auth-core/passkey';

const messages = {
  exists: 'This device already has a passkey for your account.',
  busy: 'Another passkey prompt is open. Answer or close it first.',
  unavailable: 'This browser, or the address of this page, cannot use passkeys. Use your password.',
};

/**
 * Runs a step that uses a passkey. Error messages are sentences for the customer.
 *
 * @template T
 * @param {() => Promise<T>} step
 * @param {string} declined message if the prompt was cancelled or timed out, or the device has no passkey
 * @returns {Promise<T>}
 */
export async function withPasskey(step, declined) {
  if (!canUsePasskeys()) throw new Error(messages.unavailable);
  try {
    return await step();
  } catch (error) {
    const problem = passkeyProblem(error);
    if (problem) throw new Error(problem === 'declined' ? declined : messages[problem], { cause: error });
    // The server's message is about a password.
    if (error instanceof AuthError && error.errorName === 'INVALID_CREDENTIALS')
      throw new Error('The wallet did not accept this passkey. Use your password.', { cause: error });
    throw error;
  }
}
