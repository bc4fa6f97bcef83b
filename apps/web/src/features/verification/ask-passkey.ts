import { createClientOf, type MfaSubject } from '@wusd/api-sdk/core';
import { passkeys } from '@wusd/api-sdk/resources/passkeys';
import { getAssertion, type PasskeyAssertion, passkeyProblem } from '@wusd/auth-core/passkey';
import { clientOptions } from '../../shared/api/client.ts';
import { refuse } from './refuse.ts';
import { RefusedError } from './verification.machine.ts';

const checksApi = createClientOf(clientOptions, { passkeys });

/**
 * Asks the browser for a passkey, for a challenge or an intent. Each time by new options: an assertion counts once.
 *
 * @param signal closes the browser's dialog
 * @throws RefusedError where the server refuses, or the customer or the device does
 */
export async function askPasskey(subject: MfaSubject, signal: AbortSignal): Promise<PasskeyAssertion> {
  const { options } = await checksApi.passkeys.checkOptions(subject).catch(refuse);
  return getAssertion(options, { signal }).catch((error: unknown) => {
    const problem = passkeyProblem(error);
    if (problem === undefined) return refuse(error);
    throw new RefusedError({ kind: problem === 'declined' ? 'declined' : 'failed', message: '' });
  });
}
