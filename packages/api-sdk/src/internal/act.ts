import type { CallOptions } from './transport.js';

/** A code, or a recovery code in place of the authenticator's. SMS 1, e-mail 2, authenticator 3. */
export type MfaCheck = { checkType: 1 | 2 | 3; code: string } | { checkType: 3; recoveryCode: string };

/** What binds codes to one act: the intent of its review, or the challenge of a public one. */
export type MfaSubject = { intentId?: string | undefined } | { challengeId: string };

export interface ActOptions extends CallOptions {
  /** The review that the customer confirmed; its `intentId` is sent, and is the idempotency key. */
  intent?: { intentId?: string | undefined } | undefined;
  /** Codes that prove it. */
  checks?: readonly MfaCheck[] | undefined;
  /** Token of the captcha script, where the operation asks for one. */
  captcha?: string | undefined;
}

export interface ChallengeOptions extends CallOptions {
  /** The challenge that the codes belong to. */
  challengeId: string;
  checks: readonly MfaCheck[];
  captcha?: string | undefined;
}

/** `X-MFA`: base64url of compact JSON. */
export function mfaHeader(sceneType: number, subject: MfaSubject, checks: readonly MfaCheck[]): string {
  const bytes = new TextEncoder().encode(JSON.stringify({ sceneType, ...subject, checks }));
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Parameters of an act that is done: its proof. */
export function actParams(sceneType: number, { intent, checks = [] }: ActOptions) {
  return { header: { 'X-MFA': mfaHeader(sceneType, { intentId: intent?.intentId }, checks) } };
}

/** The same where the operation also asks for a captcha. */
export function actParamsWithCaptcha(sceneType: number, options: ActOptions) {
  return { ...actParams(sceneType, options), ...captchaParams(options) };
}

export function captchaParams({ captcha }: { captcha?: string | undefined }) {
  return { query: captcha === undefined ? {} : { recaptchaToken: captcha } };
}

/** Parameters of a public act, proved by a challenge. */
export function challengeParams(sceneType: number, { challengeId, checks }: ChallengeOptions) {
  return { header: { 'X-MFA': mfaHeader(sceneType, { challengeId }, checks) } };
}

/** Parameters of an act that is only looked at. */
export const dryRun = { query: { dryRun: true } } as const;
