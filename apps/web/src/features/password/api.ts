import { createClientOf } from '@wusd/api-sdk/core';
import { password } from '@wusd/api-sdk/resources/password';
import { publicOptions } from '../../shared/api/client.ts';

/** API calls for customers who can't sign in. */
export const { password: passwordApi } = createClientOf(publicOptions, { password });
