import { createClientOf } from '@wusd/api-sdk/core';
import { otc } from '@wusd/api-sdk/resources/otc';
import { clientOptions } from '../../shared/api/client.ts';

/** Calls of the pages on which a swap is made; other pages load none of this. */
export const swapApi = createClientOf(clientOptions, { otc });

/** Server time in milliseconds since the epoch, by the last answer. */
export const serverNow = (): number => swapApi.serverTime().getTime();
