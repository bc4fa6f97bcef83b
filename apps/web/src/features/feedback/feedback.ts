import { createClientOf } from '@wusd/api-sdk/core';
import { feedback } from '@wusd/api-sdk/resources/feedback';
import { clientOptions } from '../../shared/api/client.ts';
import { createSessionStore } from '../../shared/session/session-store.ts';

/** Calls of these pages; other pages load none of this. */
export const feedbackApi = createClientOf(clientOptions, { feedback });

/** Content of the success page. Ends with the page or the session. */
export interface Sent {
  reference: string;
  email: string;
  /** Files that can be downloaded again; only for a customer. */
  files: number;
}
export const sent = createSessionStore<Sent | undefined>(undefined);
