import type { FastifyInstance } from 'fastify';

/**
 * The content security policy of a page. Scripts and styles run by nonce or from our own origin only, and nothing may turn
 * a string into markup (Trusted Types): `wusd-app` names the one script that may become a worker. With a captcha key, exactly its sources are added.
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

/** Headers that every answer carries; a page replaces the policy by its own. */
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
