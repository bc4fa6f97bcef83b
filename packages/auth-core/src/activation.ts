import type { Auth } from './auth.js';
import { type Credentials, mfaHeader, resealed, type TokenAnswer } from './grant.js';
import { toBase64Url } from './internal/base64url.js';
import { call, formData } from './internal/call.js';
import { seal } from './seal.js';

/**
 * The challenge from `activate-account` and the secret of the browser that registered. Together they replace a code.
 */
export interface Activation {
  challengeId: string;
  browserKey: string;
}

/**
 * Creates a secret for the browser that registers. Store it there: with the password it signs in after the activation.
 */
export function createBrowserKey(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
}

/** SHA-256 of a browser's secret in base64url, the `browserKeyHash` of `registration.register`. */
export async function hashBrowserKey(browserKey: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(browserKey))));
}

/**
 * Signs in after an activation, in the browser that registered: with the password of the registration and without a
 * code.
 *
 * @throws AuthError if the challenge has expired or belongs to another browser; AuthConnectionError
 */
export function signInActivated(
  auth: Pick<Auth, 'startSession'>,
  credentials: Credentials,
  { challengeId, browserKey }: Activation,
): Promise<void> {
  return auth.startSession((environment, getConfig, device) =>
    resealed(async (fresh) => {
      const { clientId, sealingKey } = await getConfig({ fresh });
      const payload = await seal(sealingKey, { ...credentials, browserKey });
      return call<TokenAnswer>(environment, '/auth/oauth2/token', {
        method: 'POST',
        body: formData({ grant_type: 'password', client_id: clientId, payload, device: device() }),
        headers: { 'x-mfa': mfaHeader(challengeId) },
      });
    }),
  );
}
