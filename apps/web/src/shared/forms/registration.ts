import { createClientOf } from '@wusd/api-sdk/core';
import { registration } from '@wusd/api-sdk/resources/registration';
import { baseUrl, currentLanguage } from '../api/client.ts';

/** Calls for visitors without an account, in a file of their own because other pages do not need them. */
export const { registration: registrationApi } = createClientOf(
  { baseUrl, language: currentLanguage },
  { registration },
);
