import { createClientOf } from '@wusd/api-sdk';
import { registration } from '@wusd/api-sdk/resources';
import { baseUrl, currentLanguage } from '../../app/services.ts';

/** Calls of who has no account yet; other pages load none of this. */
export const { registration: registrationApi } = createClientOf(
  { baseUrl, language: currentLanguage },
  { registration },
);
