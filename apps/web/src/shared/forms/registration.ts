import { createClientOf } from '@wusd/api-sdk/core';
import { registration } from '@wusd/api-sdk/resources/registration';
import { publicOptions } from '../api/client.ts';

/** API calls for visitors without an account. A separate client, so that other pages do not load it. */
const client = createClientOf(publicOptions, { registration });

export const registrationApi = client.registration;

/** Server time in milliseconds since the epoch, based on the last response. */
export function registrationNow(): number {
  return client.serverTime().getTime();
}
