import { createStore } from '../../shared/state/store.ts';

/** A message that was not sent yet. */
export interface Draft {
  /** E-mail address of who was signed in when it was typed; undefined of a visitor's. */
  owner: string | undefined;
  text: string;
  email: string;
}

/**
 * What was typed so far. In memory only: it waits while somebody looks something up or signs in again after the session
 * expired, and goes with the page.
 */
export const draft = createStore<Draft>({ owner: undefined, text: '', email: '' });

/** What of it `reader` may see: a visitor's goes on with whoever signs in, a customer's only with that customer. */
export function draftFor(reader: string | undefined, typed: Draft): Draft {
  if (typed.owner === undefined || typed.owner === reader) return typed;
  return { owner: reader, text: '', email: '' };
}
