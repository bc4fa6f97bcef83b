import type { Config } from '@wusd/api-sdk/core';
import type { MessageId } from '@wusd/i18n';
import * as v from 'valibot';
import { problems } from './rules.ts';

type Rules = Config['password'];

const classes: Record<Rules['classes'][number], { pattern: RegExp; label: MessageId }> = {
  uppercase: { pattern: /\p{Lu}/u, label: 'password.rule.uppercase' },
  lowercase: { pattern: /\p{Ll}/u, label: 'password.rule.lowercase' },
  number: { pattern: /\p{Nd}/u, label: 'password.rule.number' },
  'special symbol': { pattern: /[^\p{L}\p{Nd}\s]/u, label: 'password.rule.special' },
};

export interface Rule {
  label: MessageId;
  values?: Record<string, number>;
  isMet: boolean;
}

/** The server's rules for a new password, and whether this one meets them. The server makes the final decision. */
export function rulesOf(password: string, { minLength, classes: wanted }: Rules): Rule[] {
  // Count graphemes, as the server does: a letter with its combining marks is one.
  const length = Array.from(new Intl.Segmenter().segment(password.normalize('NFC'))).length;
  return [
    { label: 'password.rule.length', values: { count: minLength }, isMet: length >= minLength },
    ...wanted.map((name) => ({ label: classes[name].label, isMet: classes[name].pattern.test(password) })),
  ];
}

const rulesOpen: MessageId = 'password.rulesOpen';

/** @param rules server rules; until they are loaded, no password is valid */
export const newPassword = (rules: Rules | undefined) =>
  v.pipe(
    v.string(),
    v.nonEmpty(problems.required),
    v.check((typed) => rules !== undefined && rulesOf(typed, rules).every(({ isMet }) => isMet), rulesOpen),
  );
