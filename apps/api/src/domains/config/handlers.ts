import { uploadRules } from '../../platform/files/files.ts';
import type { Handlers } from '../../platform/contract/operations.ts';
import { contract } from '../../platform/contract/contract.ts';
import { passwordRules } from '../../platform/security/password-policy.ts';
import type { Services } from '../services.ts';
import { offering } from './offering.ts';

const passwordClasses: ('uppercase' | 'lowercase' | 'number' | 'special symbol')[] = [
  'uppercase',
  'lowercase',
  'number',
  'special symbol',
];

export function configHandlers(services: Services): Handlers {
  const { settings, sealingKeys } = services;
  return {
    getConfig: () => ({
      GOOGLE: { OAUTH2_CLIENT_ID: settings.clientId, RECAPTCHA_KEY: settings.recaptchaKey },
      mode: settings.mode,
      sealingKey: sealingKeys.publicJwk(),
      password: { ...passwordRules, classes: passwordClasses },
      upload: { ...uploadRules, types: [...uploadRules.types] },
      ...offering(services),
      prohibitedCountries: [...settings.prohibitedCountries.codes].toSorted(),
      supportEmail: settings.supportEmail,
    }),
    getOpenapi: () => contract,
  };
}
