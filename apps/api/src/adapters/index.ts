import { systemClock } from '../clock.ts';
import type { Outside } from '../ports/index.ts';
import type { Settings } from '../settings.ts';
import { createIdentityProvider } from './identity-provider.ts';
import { createRates } from './rates.ts';
import { createRecaptcha } from './recaptcha.ts';
import { createSmsGateway } from './sms-gateway.ts';
import { createSmtp } from './smtp.ts';

/** The outside world in production. Chains and banks have no adapter yet, so none of theirs is offered. */
export function createOutside(settings: Settings): Outside {
  return {
    networks: [],
    partners: [],
    mail: createSmtp(settings),
    sms: createSmsGateway(settings),
    chain: {
      depositTarget: () => Promise.reject(new Error('No network has an adapter')),
      needsMemo: async () => false,
      transfersAfter: async () => [],
      transfersOf: async () => [],
      confirmationsOf: async () => undefined,
    },
    payouts: {
      sign: () => Promise.reject(new Error('No network has an adapter')),
      broadcast: () => Promise.reject(new Error('No network has an adapter')),
      statusOf: async () => 'unknown',
    },
    screening: { screen: () => Promise.reject(new Error('No network has an adapter')) },
    bank: { creditsAfter: async () => [] },
    captcha: createRecaptcha({ secret: settings.recaptchaSecret, url: settings.recaptchaVerifyUrl }),
    ...(settings.ratesUrl !== undefined && {
      rates: createRates({ url: settings.ratesUrl, token: settings.ratesToken, clock: systemClock }),
    }),
    ...(settings.identityUrl !== undefined && {
      identity: createIdentityProvider({ url: settings.identityUrl, token: settings.identityToken }),
    }),
  };
}
