import type { Config } from '@wusd/api-sdk/core';
import * as v from 'valibot';
import { newPassword } from '../../shared/forms/password-rules.ts';
import { email } from '../../shared/forms/rules.ts';

export const forgottenSchema = v.object({ email });
export type ForgottenRequest = v.InferOutput<typeof forgottenSchema>;

export const resetSchema = (rules: Config['password'] | undefined) => v.object({ password: newPassword(rules) });
export type Reset = v.InferOutput<ReturnType<typeof resetSchema>>;
