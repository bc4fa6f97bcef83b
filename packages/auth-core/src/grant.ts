import { AuthError } from './errors.js';
import { toBase64Url } from './internal/base64url.js';
import { call, type CallEnvironment, formData } from './internal/call.js';
import { seal, type SealingKey } from './seal.js';

/** What a client must know before it can sign anybody in: part of `/config`. */
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

/** SMS 1, e-mail 2, authenticator 3. */
export type CheckType = 1 | 2 | 3;

export interface Challenge {
  challengeId: string;
  /** Ways to prove it; any one suffices. */
  checks: { checkType: CheckType; masked: string }[];
  expiresAt: string;
}

/** A code, or a recovery code in place of the authenticator's. */
export type Check = { checkType: CheckType; code: string } | { checkType: 3; recoveryCode: string };

/** A sign-in between its password and its code. It holds the sealed payload, never the password. */
export interface SignInAttempt {
  challenge: Challenge;
  complete(check: Check): Promise<TokenAnswer>;
}

/** How tokens are got. Another grant (code with PKCE, a passkey) takes this one's place behind the same shape. */
export interface Grant {
  begin(credentials: Credentials): Promise<SignInAttempt>;
  refresh(refreshToken: string): Promise<TokenAnswer>;
}

const loginScene = 3;
const sealedPayloadUnreadable = '10004';

export function createPasswordGrant(
  environment: CallEnvironment,
  getConfig: (options: { fresh: boolean }) => Promise<AuthConfig>,
  device: () => string,
): Grant {
  const token = (fields: Record<string, string>, headers: Record<string, string> = {}): Promise<TokenAnswer> =>
    call(environment, '/auth/oauth2/token', { method: 'POST', body: formData(fields), headers });

  async function attempt(credentials: Credentials, fresh: boolean): Promise<SignInAttempt> {
    const { clientId, sealingKey } = await getConfig({ fresh });
    const payload = await seal(sealingKey, credentials);
    const common = { client_id: clientId, payload, device: device() };
    const challenge = await call<Challenge>(environment, '/user/login', { method: 'POST', body: formData(common) });
    return {
      challenge,
      complete: (check) =>
        token({ grant_type: 'password', ...common }, { 'x-mfa': mfaHeader(challenge.challengeId, check) }),
    };
  }

  return {
    // The sealing key rotates: a payload sealed to an old one is sealed again to the new one, once.
    begin: (credentials) =>
      attempt(credentials, false).catch((error: unknown) => {
        if (error instanceof AuthError && error.errCode === sealedPayloadUnreadable) return attempt(credentials, true);
        throw error;
      }),
    async refresh(refreshToken) {
      const { clientId } = await getConfig({ fresh: false });
      return token({ grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken });
    },
  };
}

function mfaHeader(challengeId: string, check: Check): string {
  const value = JSON.stringify({ sceneType: loginScene, challengeId, checks: [check] });
  return toBase64Url(new TextEncoder().encode(value));
}
