import { createClientOf } from '@wusd/api-sdk/core';
import { feedback } from '@wusd/api-sdk/resources/feedback';
import { clientOptions } from '../../shared/api/client.ts';
import { createSessionStore } from '../../shared/session/session-store.ts';

/** API calls of the feedback pages. A separate client, so that other pages do not load it. */
export const feedbackApi = createClientOf(clientOptions, { feedback });

/** Content of the success page. Ends with the page or the session. */
export interface Sent {
  reference: string;
  email: string;
  /** Number of files that can be downloaded again; only for a customer. */
  files: number;
}
export const sent = createSessionStore<Sent | undefined>(undefined);
