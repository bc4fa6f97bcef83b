import { createClientOf } from '@wusd/api-sdk/core';
import { history } from '@wusd/api-sdk/resources/history';
import { clientOptions } from '../api/client.ts';

/** Everything that moved money, and what bounds it. */
export const { history: historyApi } = createClientOf(clientOptions, { history });
