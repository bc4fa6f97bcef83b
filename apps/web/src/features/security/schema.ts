import type { Config } from '@wusd/api-sdk/core';
import type { MessageId } from '@wusd/i18n';
import * as v from 'valibot';
import { newPassword } from '../../shared/forms/password-rules.ts';
import { email, problems, secret, text } from '../../shared/forms/rules.ts';

export const emailSchema = v.object({ email });
export type NewEmail = v.InferOutput<typeof emailSchema>;

export const currentPasswordSchema = v.object({ password: secret });
export type CurrentPassword = v.InferOutput<typeof currentPasswordSchema>;

export const newPasswordSchema = (rules: Config['password'] | undefined) => v.object({ password: newPassword(rules) });
export type NewPasswordFields = v.InferOutput<ReturnType<typeof newPasswordSchema>>;

export const antiPhishingSchema = v.object({
  antiPhishingCode: v.pipe(
    v.string(),
    v.nonEmpty(problems.required),
    v.regex(/^[A-Za-z0-9]*$/, 'security.antiPhishing.invalid' satisfies MessageId),
    v.regex(/^[A-Za-z0-9]{4,20}$/, 'security.antiPhishing.short' satisfies MessageId),
  ),
});
export type AntiPhishing = v.InferOutput<typeof antiPhishingSchema>;

export const authenticatorSchema = v.object({
  code: v.pipe(
    v.string(),
    v.nonEmpty('verify.codeRequired.authenticator' satisfies MessageId),
    v.regex(/^\d{6}$/, 'verify.codeIncomplete' satisfies MessageId),
  ),
});
export type AuthenticatorCode = v.InferOutput<typeof authenticatorSchema>;

export const passkeyNameSchema = v.object({ name: text(40) });
export type PasskeyName = v.InferOutput<typeof passkeyNameSchema>;

export const savedCodesSchema = v.object({
  isSaved: v.pipe(v.boolean(), v.value(true, 'security.codes.savedRequired' satisfies MessageId)),
});
