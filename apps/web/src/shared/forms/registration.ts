import { createClientOf } from '@wusd/api-sdk/core';
import { registration } from '@wusd/api-sdk/resources/registration';
import { baseUrl, currentLanguage } from '../api/client.ts';

/** Calls of who has no account yet; other pages load none of this. */
export const { registration: registrationApi } = createClientOf(
  { baseUrl, language: currentLanguage },
  { registration },
);
