import type { Captcha } from '@wusd/api-sdk/core';
import { loadConfig } from '../api/client.ts';
import { CaptchaError } from './captcha-error.ts';

/** API of the provider's script. https://developers.google.com/recaptcha/docs/v3 */
interface Recaptcha {
  ready(then: () => void): void;
  execute(siteKey: string, options: { action: string }): Promise<string>;
}
declare global {
  interface Window {
    grecaptcha?: Recaptcha;
    trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL(url: string): string },
      ): {
        createScriptURL(url: string): string;
      };
    };
  }
}

const source = 'https://www.google.com/recaptcha/api.js?trustedtypes=true&render=';
let loading: Promise<Recaptcha> | undefined;

/** Returns a function that fetches a token for one action, just before it is sent. @throws CaptchaError */
export function captchaFor(action: string): Exclude<Captcha, string> {
  return async () => {
    const { GOOGLE } = await loadConfig();
    const siteKey = GOOGLE.RECAPTCHA_KEY;
    try {
      // Without a key there is no provider: use the sandbox's simulated token.
      if (siteKey === '') return (await import('./simulated-captcha.ts')).simulatedToken(action);
      loading ??= load(siteKey);
      return await (await loading).execute(siteKey, { action });
    } catch (error) {
      throw new CaptchaError('Recaptcha loading failed', { cause: error });
    }
  };
}

function load(siteKey: string): Promise<Recaptcha> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const url = source + encodeURIComponent(siteKey);
    // The content security policy allows this Trusted Types policy, which creates only this URL.
    const policy = window.trustedTypes?.createPolicy('wusd-captcha', { createScriptURL: () => url });
    script.src = policy?.createScriptURL(url) ?? url;
    script.addEventListener('load', () => {
      const { grecaptcha } = window;
      if (grecaptcha) grecaptcha.ready(() => resolve(grecaptcha));
      else reject(new Error('The script brought nothing'));
    });
    script.addEventListener('error', () => reject(new Error('The script did not arrive')));
    document.head.append(script);
  });
}
