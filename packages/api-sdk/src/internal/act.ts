import type { Operation } from '../errors.js';
import type { Call } from './call.js';
import type { CallOptions } from './options.js';
import type { Send } from './transport.js';
import type { Done, Init, ReviewOf } from './types.js';

/** Result of `navigator.credentials.get`. Binary values are base64url without padding. */
export interface PasskeyAssertion {
  id: string;
  clientDataJSON: string;
  authenticatorData: string;
  signature: string;
  userHandle?: string;
}

/**
 * A code, a recovery code instead of the authenticator's, or a passkey. SMS 1, e-mail 2, authenticator 3, passkey 4.
 */
export type MfaCheck =
  | { checkType: 1 | 2 | 3; code: string }
  | { checkType: 3; recoveryCode: string }
  | { checkType: 4; assertion: PasskeyAssertion };

/** Codes, or a function that requests them from the customer. Its duration does not count towards the time limit. */
export type Mfa = readonly MfaCheck[] | ((act: MfaRequest) => Promise<readonly MfaCheck[]>);

/** The action that needs codes. Pass its id to `mfa.sendSmsOtp` or `mfa.sendEmailOtp`. */
export interface MfaRequest {
  /** An entry of `SceneType`. */
  sceneType: number;
  intentId?: string | undefined;
  challengeId?: string | undefined;
}

/** Binds codes to one action: the challenge of a public action, or the intent of a review. */
export type MfaSubject = { challengeId: string } | { intentId: string };

/** A captcha token, or a function that fetches one just before sending. */
export type Captcha = string | (() => Promise<string>);

export interface ActOptions extends CallOptions {
  /** The review that the customer confirmed. Its `intentId` is sent as the idempotency key. */
  intent?: { intentId?: string | undefined } | undefined;
  mfa?: Mfa | undefined;
  captcha?: Captcha | undefined;
}

export interface ChallengeOptions extends CallOptions {
  /** The challenge of the codes. */
  challengeId: string;
  mfa: Mfa;
  captcha?: Captcha | undefined;
}

export interface CaptchaOptions extends CallOptions {
  captcha?: Captcha | undefined;
}

type Params = { params?: { query?: object; path?: object } };

/** Executes a reviewed action with its intent or challenge, its codes, and a captcha token if passed. */
export function act<Op extends Operation>(
  send: Send,
  operation: Op,
  sceneType: number,
  init: Init<Op>,
  { intent, challengeId, mfa = [], captcha, ...options }: ActOptions & Partial<ChallengeOptions>,
): Call<Done<Op>, Op> {
  const subject = challengeId === undefined ? { intentId: intent?.intentId } : { challengeId };
  const withProof = async (): Promise<Init<Op>> => {
    const checks = typeof mfa === 'function' ? await mfa({ sceneType, ...subject }) : mfa;
    const header = { 'X-MFA': base64url(JSON.stringify({ sceneType, ...subject, checks })) };
    const { params } = (await withCaptcha(init, captcha)) as Params;
    return { ...init, isSafe: intent?.intentId !== undefined, params: { ...params, header } } as never;
  };
  return send(operation, withProof, options) as Call<never, Op>;
}

/** Sends the call of {@link act} as a dry run. */
export function review<Op extends Operation>(
  send: Send,
  operation: Op,
  init: Init<Op>,
  options: CallOptions | undefined,
): Call<ReviewOf<Op>, Op> {
  const { params } = init as Params;
  const looked = { ...init, isSafe: true, params: { ...params, query: { dryRun: true } } };
  return send(operation, looked as never, options) as Call<never, Op>;
}

/** Adds a captcha token to the query. */
export async function withCaptcha<Op extends Operation>(
  init: Init<Op>,
  captcha: Captcha | undefined,
): Promise<Init<Op>> {
  if (captcha === undefined) return init;
  const recaptchaToken = typeof captcha === 'function' ? await captcha() : captcha;
  const { params } = init as Params;
  return { ...init, params: { ...params, query: { ...params?.query, recaptchaToken } } } as never;
}

function base64url(text: string): string {
  const binary = Array.from(new TextEncoder().encode(text), (byte) => String.fromCodePoint(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
