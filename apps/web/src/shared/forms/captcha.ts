import type { Captcha } from '@wusd/api-sdk/core';
import { loadConfig } from '../api/client.ts';
import { CaptchaError } from './captcha-error.ts';

/** What the provider's script puts on the page. https://developers.google.com/recaptcha/docs/v3 */
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

/** A token for one action, fetched just before it is sent. @throws CaptchaError */
export function captchaFor(action: string): Exclude<Captcha, string> {
  return async () => {
    const { GOOGLE } = await loadConfig();
    const siteKey = GOOGLE.RECAPTCHA_KEY;
    try {
      // Without a key there is no provider: the sandbox stands in its place.
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
    // The policy of the page names this one, and it makes no other address.
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
