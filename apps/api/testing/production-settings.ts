import { createHash } from 'node:crypto';

/** Returns a key that looks random, as production requires, but is equal in every run. */
export const testKey = (of: string): string => createHash('sha256').update(of).digest('base64');

/** Production settings with gateways on this machine. No gateway listens at the default addresses. */
export const productionOnLoopback: NodeJS.ProcessEnv = {
  HOST: '127.0.0.1',
  WUSD_MODE: 'production',
  WUSD_ALLOW_INSECURE_LOOPBACK: 'yes',
  WUSD_MASTER_KEY: testKey('production on loopback'),
  WUSD_PUBLIC_URL: 'https://wallet.wusd.internal',
  WUSD_SUPPORT_EMAIL: 'support@wusd.internal',
  WUSD_MAIL_FROM: 'WUSD Wallet <no-reply@wusd.internal>',
  WUSD_SMTP_URL: 'smtp://127.0.0.1:9',
  WUSD_SMS_GATEWAY_URL: 'http://127.0.0.1:9',
  WUSD_SMS_GATEWAY_TOKEN: 'token-of-the-sms-gateway',
  WUSD_CLAMD_URL: 'tcp://127.0.0.1:9',
  WUSD_RECAPTCHA_KEY: 'site-key',
  WUSD_RECAPTCHA_SECRET: 'secret-of-the-captcha',
};
