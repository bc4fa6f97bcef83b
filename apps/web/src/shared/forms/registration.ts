import { createClientOf } from '@wusd/api-sdk/core';
import { registration } from '@wusd/api-sdk/resources/registration';
import { publicOptions } from '../api/client.ts';

/** Calls for visitors without an account, in a file of their own because other pages do not need them. */
const client = createClientOf(publicOptions, { registration });

export const registrationApi = client.registration;

/** Server time in milliseconds since the epoch, by the last answer. */
export function registrationNow(): number {
  return client.serverTime().getTime();
}
