import type { Config } from '@wusd/api-sdk/core';
import { accountTypes } from '@wusd/api-sdk/domain';
import * as v from 'valibot';
import { newPassword } from '../../shared/forms/password-rules.ts';
import { email, oneOf } from '../../shared/forms/rules.ts';

/** @param rules server rules for new passwords */
export const accountSchema = (rules: Config['password'] | undefined) =>
  v.object({ accountType: oneOf(accountTypes), email, password: newPassword(rules) });
export type Account = v.InferOutput<ReturnType<typeof accountSchema>>;
