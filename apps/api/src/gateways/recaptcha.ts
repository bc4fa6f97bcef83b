import { HttpStatusError } from '@wusd/server-kit/errors/loggable-error';
import { outboundSignal } from '@wusd/server-kit/outbound';
import type { CaptchaPort } from './ports.ts';
import * as v from 'valibot';

const timeoutMs = 10_000;
/** Google's default threshold. Lower scores are likely bots. */
const minScore = 0.5;

export const recaptchaUrl = 'https://www.google.com/recaptcha/api/siteverify';

export interface RecaptchaOptions {
  secret: string;
  /** https://developers.google.com/recaptcha/docs/verify */
  url?: string | undefined;
}

/** Google reCAPTCHA v3. Tokens expire after two minutes and verify once, which Google enforces. */
export function createRecaptcha({ secret, url = recaptchaUrl }: RecaptchaOptions): CaptchaPort {
  return {
    async verify(token, action, remoteAddress) {
      const answer = await fetch(url, {
        method: 'POST',
        redirect: 'error',
        signal: outboundSignal(timeoutMs),
        body: new URLSearchParams({ secret, response: token, remoteip: remoteAddress }),
      });
      if (!answer.ok) throw new HttpStatusError('The captcha provider', answer.status);
      const admitted = v.object({
        success: v.literal(true),
        action: v.literal(action),
        score: v.pipe(v.number(), v.minValue(minScore)),
      });
      return v.is(admitted, await answer.json());
    },
  };
}
