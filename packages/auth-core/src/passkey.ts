import type { Auth } from './auth.js';
import { fromBase64Url, toBase64Url } from './internal/base64url.js';
import { call, formData } from './internal/call.js';

/** `PublicKeyCredentialRequestOptionsJSON`, as the server answers it. */
export interface PasskeyRequest {
  challenge: string;
  rpId: string;
  allowCredentials: { type: 'public-key'; id: string; transports: string[] }[];
  userVerification: 'required';
  timeout: number;
}

/** What the browser answered. Binary values are base64url without padding. */
export interface PasskeyAssertion {
  id: string;
  clientDataJSON: string;
  authenticatorData: string;
  signature: string;
  userHandle?: string;
}

export interface PasskeyOptions {
  /** `conditional` offers passkeys among the suggestions of a field with `autocomplete="username webauthn"`. @default a dialog */
  mediation?: 'conditional';
  /** Ends the request, e.g. because a dialog takes its place: a page can have one at a time. */
  signal?: AbortSignal;
  /** @default `navigator.credentials` */
  credentials?: Pick<CredentialsContainer, 'get'>;
}

/**
 * Signs in with a discoverable passkey, without a password or an account's name.
 *
 * @throws DOMException as `passkeyProblem` tells them apart
 * @throws AuthError `INVALID_CREDENTIALS` where the server refuses the passkey, in a sentence about passwords; AuthConnectionError
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

/** Asks for a passkey, e.g. by the options of `mfa/passkeys/check-options`. @throws DOMException as `passkeyProblem` tells them apart */
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

/** `PublicKeyCredentialCreationOptionsJSON`, as the server answers it. */
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

/** What the browser answered. Binary values are base64url without padding. */
export interface PasskeyRegistration {
  id: string;
  clientDataJSON: string;
  attestationObject: string;
  transports: string[];
}

/**
 * Makes a passkey, by the options of `mfa/passkeys/options`. The device keeps it from then on, also where the server never hears of it.
 *
 * @throws DOMException as `passkeyProblem` tells them apart
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
 * What is to be told when the browser gave no passkey.
 *
 * `declined`: the customer closed the dialog, waited too long, has no passkey here, or the signal ended it; WebAuthn does not tell these
 * apart. `exists`: the device has a passkey of this account already. `busy`: another request of this page is open. `unavailable`: the
 * browser, the device or this page's domain can't use passkeys.
 */
export type PasskeyProblem = 'declined' | 'exists' | 'busy' | 'unavailable';

/** @returns undefined for an error that is not the browser's, e.g. `AuthError` */
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

/** Whether this browser knows passkeys (WebAuthn). */
export const canUsePasskeys = (): boolean => typeof PublicKeyCredential === 'function';

/** Whether this browser can offer passkeys among the suggestions of a field. */
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
