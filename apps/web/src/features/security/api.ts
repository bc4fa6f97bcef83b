import { createClientOf } from '@wusd/api-sdk/core';
import { contact } from '@wusd/api-sdk/resources/contact';
import { mfa } from '@wusd/api-sdk/resources/mfa';
import { passkeys } from '@wusd/api-sdk/resources/passkeys';
import { password } from '@wusd/api-sdk/resources/password';
import { security } from '@wusd/api-sdk/resources/security';
import { user } from '@wusd/api-sdk/resources/user';
import { clientOptions } from '../../shared/api/client.ts';

/** API calls of the security pages. A separate client, so that other pages do not load it. */
export const securityApi = createClientOf(clientOptions, { contact, mfa, passkeys, password, security, user });
