import { formatMessage, languageOf } from '@wusd/i18n/server';
import type { Preview } from '../contract/operations.ts';
import type { AppError } from './app-error.ts';

export type Blocker = Preview<'submitOtc'>['blockers'][number];

/** Converts the error that a command would be rejected with into a blocker of its preview. */
export function toBlocker({ entry, values, details }: AppError, language: string | undefined): Blocker {
  const { code, messageId, nextAction } = entry;
  return {
    errCode: code,
    message: formatMessage(languageOf(language), messageId, values),
    who: nextAction === 'wait' ? 'nobody' : nextAction === 'contact-support' ? 'Operations' : 'customer',
    nextAction,
    ...(details.availableAt !== undefined && { availableAt: details.availableAt }),
  };
}

/** @throws AppError the first blocker, if there is one */
export function assertNoBlockers([first]: readonly AppError[]): void {
  if (first) throw first;
}
