import { createStore } from '../../shared/state/store.ts';

/** An unsent message. */
export interface Draft {
  /** E-mail address of the customer who was signed in when it was typed; undefined for a visitor. */
  owner: string | undefined;
  text: string;
  email: string;
}

/**
 * The current draft, in memory only. It survives navigation and signing in again after the session expires, and ends
 * with a reload.
 */
export const draft = createStore<Draft>({ owner: undefined, text: '', email: '' });

/** The draft that `reader` may see: a visitor's stays after signing in, a customer's is only for that customer. */
export function draftFor(reader: string | undefined, typed: Draft): Draft {
  if (typed.owner === undefined || typed.owner === reader) return typed;
  return { owner: reader, text: '', email: '' };
}
