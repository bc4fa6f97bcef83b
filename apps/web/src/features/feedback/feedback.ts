import { createClientOf } from '@wusd/api-sdk/core';
import { feedback } from '@wusd/api-sdk/resources/feedback';
import { tokens } from '../../app/auth.ts';
import { baseUrl, currentLanguage } from '../../app/services.ts';
import { createValue } from '../../app/value.ts';

/** Calls of these pages; other pages load none of this. */
export const feedbackApi = createClientOf({ baseUrl, auth: tokens, language: currentLanguage }, { feedback });

/** What was typed so far. In memory only: it waits while somebody looks something up, and goes with the page. */
export const draft = createValue({ text: '', email: '' });

/** What the last page says; gone with the page. */
export interface Sent {
  reference: string;
  email: string;
  /** Files that can be had again, which needs a customer. */
  files: number;
}
export const sent = createValue<Sent | undefined>(undefined);
