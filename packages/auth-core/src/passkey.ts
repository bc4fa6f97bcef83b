import type { Auth } from './auth.js';
import { fromBase64Url, toBase64Url } from './internal/base64url.js';
import { call, formData } from './internal/call.js';

/** `PublicKeyCredentialRequestOptionsJSON` from the server. */
export interface PasskeyRequest {
  challenge: string;
  rpId: string;
  allowCredentials: { type: 'public-key'; id: string; transports: string[] }[];
  userVerification: 'required';
  timeout: number;
}

/** Result of the browser. Binary values are base64url without padding. */
export interface PasskeyAssertion {
  id: string;
  clientDataJSON: string;
  authenticatorData: string;
  signature: string;
  userHandle?: string;
}

export interface PasskeyOptions {
  /** `conditional` suggests passkeys in a field with `autocomplete="username webauthn"`. @default a dialog */
  mediation?: 'conditional';
  /** Ends the request, e.g. to open a dialog: a page can have one request at a time. */
  signal?: AbortSignal;
  /** @default `navigator.credentials` */
  credentials?: Pick<CredentialsContainer, 'get'>;
}

/**
 * Signs in with a discoverable passkey, without a password or an account name.
 *
 * @throws DOMException, see `passkeyProblem`
 * @throws AuthError `INVALID_CREDENTIALS` if the server rejects the passkey, with a message about passwords;
 *   AuthConnectionError
 */
export function signInWithPasskey(auth: Pick<Auth, 'startSession'>, options: PasskeyOptions = {}): Promise<void> {
  return auth.startSession(async (environment, getConfig, device) => {
    const { clientId } = await getConfig({ fresh: false });
    const common = { client_id: clientId, device: device() };
    const { challengeId, options: request } = await call<{ challengeId: string; options: PasskeyRequest }>(
      environment,
      '/auth/passkey/options',
      { method: 'POST', body: formData(common) },
    );
    const assertion = await getAssertion(request, options);
    const mfa = { sceneType: 3, challengeId, checks: [{ checkType: 4, assertion }] };
    return call(environment, '/auth/oauth2/token', {
      method: 'POST',
      body: formData({ grant_type: 'passkey', ...common }),
      headers: { 'x-mfa': toBase64Url(new TextEncoder().encode(JSON.stringify(mfa))) },
    });
  });
}

/**
 * Requests a passkey assertion, e.g. with the options of `mfa/passkeys/check-options`.
 *
 * @throws DOMException, see `passkeyProblem`
 */
export async function getAssertion(
  { challenge, allowCredentials, ...request }: PasskeyRequest,
  { mediation, signal, credentials = navigator.credentials }: PasskeyOptions = {},
): Promise<PasskeyAssertion> {
  const found = await supported(credentials).get({
    ...(mediation && { mediation }),
    ...(signal && { signal }),
    publicKey: {
      ...request,
      challenge: fromBase64Url(challenge),
      allowCredentials: allowCredentials.map(descriptor),
    },
  });
  if (!found) throw new DOMException('No passkey was chosen', 'NotAllowedError');
  const { id, response } = found as PublicKeyCredential & { response: AuthenticatorAssertionResponse };
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    id,
    clientDataJSON: encode(clientDataJSON),
    authenticatorData: encode(authenticatorData),
    signature: encode(signature),
    ...(userHandle && { userHandle: encode(userHandle) }),
  };
}

/** `PublicKeyCredentialCreationOptionsJSON` from the server. */
export interface PasskeyCreation {
  rp: { id: string; name: string };
  user: { id: string; name: string; displayName: string };
  challenge: string;
  pubKeyCredParams: { type: 'public-key'; alg: number }[];
  excludeCredentials: PasskeyRequest['allowCredentials'];
  authenticatorSelection: { residentKey: 'required'; requireResidentKey: true; userVerification: 'required' };
  attestation: 'none';
  timeout: number;
}

/** Result of the browser. Binary values are base64url without padding. */
export interface PasskeyRegistration {
  id: string;
  clientDataJSON: string;
  attestationObject: string;
  transports: string[];
}

/**
 * Creates a passkey with the options of `mfa/passkeys/options`. The device stores it, even if the server never receives
 * it.
 *
 * @throws DOMException, see `passkeyProblem`
 */
export async function createPasskey(
  { challenge, user, excludeCredentials, ...creation }: PasskeyCreation,
  { signal, credentials = navigator.credentials }: PasskeyCreationOptions = {},
): Promise<PasskeyRegistration> {
  const made = await supported(credentials).create({
    ...(signal && { signal }),
    publicKey: {
      ...creation,
      challenge: fromBase64Url(challenge),
      user: { ...user, id: fromBase64Url(user.id) },
      excludeCredentials: excludeCredentials.map(descriptor),
    },
  });
  if (!made) throw new DOMException('No passkey was made', 'NotAllowedError');
  const { id, response } = made as PublicKeyCredential & { response: AuthenticatorAttestationResponse };
  return {
    id,
    clientDataJSON: encode(response.clientDataJSON),
    attestationObject: encode(response.attestationObject),
    transports: response.getTransports(),
  };
}

export interface PasskeyCreationOptions {
  signal?: AbortSignal;
  /** @default `navigator.credentials` */
  credentials?: Pick<CredentialsContainer, 'create'>;
}

/**
 * Reason why the browser returned no passkey.
 *
 * `declined`: the customer closed the dialog, waited too long, has no passkey here, or the signal ended it; WebAuthn
 * does not distinguish these. `exists`: the device already has a passkey of this account. `busy`: another request of
 * this page is open. `unavailable`: the browser, the device or this page's domain can't use passkeys.
 */
export type PasskeyProblem = 'declined' | 'exists' | 'busy' | 'unavailable';

/** @returns undefined for an error of another origin, e.g. `AuthError` */
export function passkeyProblem(error: unknown): PasskeyProblem | undefined {
  if (!(error instanceof DOMException)) return undefined;
  return problems[error.name] ?? 'unavailable';
}
const problems: Record<string, PasskeyProblem> = {
  NotAllowedError: 'declined',
  AbortError: 'declined',
  InvalidStateError: 'exists',
  OperationError: 'busy',
};

/** Whether this browser supports passkeys (WebAuthn). */
export const canUsePasskeys = (): boolean => typeof PublicKeyCredential === 'function';

/** Whether this browser can suggest passkeys in a field. */
export async function canSuggestPasskeys(): Promise<boolean> {
  return (
    canUsePasskeys() &&
    'isConditionalMediationAvailable' in PublicKeyCredential &&
    PublicKeyCredential.isConditionalMediationAvailable().catch(() => false)
  );
}

/** Pages without a secure connection have no `navigator.credentials`. */
function supported<T>(credentials: T | undefined): T {
  if (!credentials) throw new DOMException('No passkeys here', 'NotSupportedError');
  return credentials;
}

function descriptor({
  id,
  transports,
  type,
}: PasskeyRequest['allowCredentials'][number]): PublicKeyCredentialDescriptor {
  return { type, id: fromBase64Url(id), transports: transports as AuthenticatorTransport[] };
}

const encode = (buffer: ArrayBuffer): string => toBase64Url(new Uint8Array(buffer));
