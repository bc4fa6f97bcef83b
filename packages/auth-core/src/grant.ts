import { AuthError } from './errors.js';
import { toBase64Url } from './internal/base64url.js';
import { call, type CallEnvironment, formData } from './internal/call.js';
import type { PasskeyAssertion } from './passkey.js';
import { seal, type SealingKey } from './seal.js';

/** Configuration for signing in, a part of `/config`. */
export interface AuthConfig {
  clientId: string;
  sealingKey: SealingKey;
}

export interface TokenAnswer {
  access_token: string;
  refresh_token: string;
  /** Seconds. */
  expires_in: number;
  /** Seconds. */
  rt_expires_in: number;
}

export interface Credentials {
  username: string;
  password: string;
}

/** SMS 1, e-mail 2, authenticator 3, passkey 4. Ignore unknown types: new ones are added. */
export type CheckType = 1 | 2 | 3 | 4;

export interface Challenge {
  challengeId: string;
  /** Available checks; any one of them suffices. */
  checks: { checkType: CheckType; masked: string }[];
  expiresAt: string;
}

/** A code, a recovery code instead of the authenticator's, or a passkey assertion (`getAssertion` of `/passkey`). */
export type Check =
  | { checkType: 1 | 2 | 3; code: string }
  | { checkType: 3; recoveryCode: string }
  | { checkType: 4; assertion: PasskeyAssertion };

/** A sign-in between password and code. It contains the encrypted payload, never the password. */
export interface SignInAttempt {
  challenge: Challenge;
  complete(check: Check): Promise<TokenAnswer>;
}

/** Method to obtain tokens. Other grants (code with PKCE, a passkey) implement the same interface. */
export interface Grant {
  begin(credentials: Credentials): Promise<SignInAttempt>;
  /** @param timeoutMs @default the limit of other calls */
  refresh(refreshToken: string, timeoutMs?: number): Promise<TokenAnswer>;
}

const sealedPayloadUnreadable = '10004';

/** Dependencies of a grant. */
export type GrantContext = [
  environment: CallEnvironment,
  getConfig: (options: { fresh: boolean }) => Promise<AuthConfig>,
  device: () => string,
];

export function createPasswordGrant(...[environment, getConfig, device]: GrantContext): Grant {
  const token = (
    fields: Record<string, string>,
    headers: Record<string, string> = {},
    { timeoutMs } = environment,
  ): Promise<TokenAnswer> =>
    call({ ...environment, timeoutMs }, '/auth/oauth2/token', { method: 'POST', body: formData(fields), headers });

  return {
    begin: (credentials) =>
      resealed(async (fresh) => {
        const { clientId, sealingKey } = await getConfig({ fresh });
        const common = { client_id: clientId, payload: await seal(sealingKey, credentials), device: device() };
        const challenge = await call<Challenge>(environment, '/user/login', { method: 'POST', body: formData(common) });
        return {
          challenge,
          complete: (check) =>
            token({ grant_type: 'password', ...common }, { 'x-mfa': mfaHeader(challenge.challengeId, check) }),
        };
      }),
    async refresh(refreshToken, timeoutMs = environment.timeoutMs) {
      const { clientId } = await getConfig({ fresh: false });
      const fields = { grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken };
      return token(fields, {}, { ...environment, timeoutMs });
    },
  };
}

/** The sealing key rotates. If the server rejects an old key, encrypts once more with the new key. */
export async function resealed<T>(attempt: (fresh: boolean) => Promise<T>): Promise<T> {
  try {
    return await attempt(false);
  } catch (error) {
    if (error instanceof AuthError && error.errCode === sealedPayloadUnreadable) return attempt(true);
    throw error;
  }
}

export function mfaHeader(challengeId: string, ...checks: Check[]): string {
  // Scene 3 of the contract: LOGIN.
  return toBase64Url(new TextEncoder().encode(JSON.stringify({ sceneType: 3, challengeId, checks })));
}
