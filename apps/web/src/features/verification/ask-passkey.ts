import { createClientOf, type MfaSubject } from '@wusd/api-sdk/core';
import { passkeys } from '@wusd/api-sdk/resources/passkeys';
import { getAssertion, type PasskeyAssertion, passkeyProblem } from '@wusd/auth-core/passkey';
import { clientOptions } from '../../shared/api/client.ts';
import { refuse } from './refuse.ts';
import { RefusedError } from './verification.machine.ts';

const checksApi = createClientOf(clientOptions, { passkeys });

/**
 * Requests a passkey assertion from the browser for a challenge or an intent. Each request needs new options, because
 * an assertion is valid only once.
 *
 * @param signal closes the browser's dialog
 * @throws RefusedError if the server, the customer or the device refuses
 */
export async function askPasskey(subject: MfaSubject, signal: AbortSignal): Promise<PasskeyAssertion> {
  const { options } = await checksApi.passkeys.checkOptions(subject).catch(refuse);
  return getAssertion(options, { signal }).catch((error: unknown) => {
    const problem = passkeyProblem(error);
    if (problem === undefined) return refuse(error);
    throw new RefusedError({ kind: problem === 'declined' ? 'declined' : 'failed', message: '' });
  });
}
