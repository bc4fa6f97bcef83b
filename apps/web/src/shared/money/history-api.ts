import { createClientOf } from '@wusd/api-sdk/core';
import { history } from '@wusd/api-sdk/resources/history';
import { clientOptions } from '../api/client.ts';

/** API calls for the history of transactions and for the limits. */
export const { history: historyApi } = createClientOf(clientOptions, { history });
