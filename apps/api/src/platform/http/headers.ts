import type { FastifyInstance } from 'fastify';

/**
 * Returns the content security policy of a page. Scripts and styles need a nonce or our own origin, and Trusted Types
 * prevent markup from strings; the policy `wusd-app` creates the URL of the only worker script. A captcha key adds
 * only the sources of reCAPTCHA.
 */
export function contentSecurityPolicy(nonce: string, recaptchaKey: string): string {
  const captcha =
    recaptchaKey === '' ? [] : ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'];
  const policy = {
    'default-src': ["'none'"],
    'script-src': ["'self'", `'nonce-${nonce}'`, ...captcha],
    'style-src': ["'self'", `'nonce-${nonce}'`],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'manifest-src': ["'self'"],
    'frame-src': captcha.length === 0 ? ["'none'"] : captcha,
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['wusd-app', ...(captcha.length === 0 ? [] : ['goog#html', 'recaptcha', 'wusd-captcha'])],
  };
  return Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; ');
}

/** Adds security headers to every response. A page replaces the content security policy with its own. */
export function installHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    void reply.headers({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
    });
  });
}
