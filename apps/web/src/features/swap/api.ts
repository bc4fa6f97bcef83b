import { createClientOf } from '@wusd/api-sdk/core';
import { otc } from '@wusd/api-sdk/resources/otc';
import { clientOptions } from '../../shared/api/client.ts';

/** API calls of the swap pages. A separate client, so that other pages do not load it. */
export const swapApi = createClientOf(clientOptions, { otc });

/** Server time in milliseconds since the epoch, based on the last response. */
export const serverNow = (): number => swapApi.serverTime().getTime();
