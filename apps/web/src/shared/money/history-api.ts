import { createClientOf } from '@wusd/api-sdk/core';
import { history } from '@wusd/api-sdk/resources/history';
import { tokens } from '../session/auth.ts';
import { baseUrl, currentLanguage } from '../api/client.ts';

/** Everything that moved money, and what bounds it. */
export const { history: historyApi } = createClientOf(
  { baseUrl, auth: tokens, language: currentLanguage },
  { history },
);
