/** First part of a query's key. Queries of one topic are fetched again together. */
export type Topic = 'wallet-accounts' | 'orders' | 'transactions' | 'recipients' | 'auto-redemption' | 'notifications';

/** Which queries an event makes out of date. */
const topicsByEvent = {
  /** The server reported a change of this customer's money. It does not say which lists show it. */
  'wallet-account-updated': ['wallet-accounts', 'orders', 'transactions', 'recipients', 'auto-redemption'],
  'transaction-changed': ['transactions', 'wallet-accounts', 'auto-redemption'],
  'order-changed': ['orders', 'transactions', 'wallet-accounts'],
  /** Auto-redemption pays to a saved bank account, and stops without it. */
  'recipients-changed': ['recipients', 'auto-redemption'],
  'auto-redemption-changed': ['auto-redemption', 'transactions'],
  /** One arrived, or was read on any page. */
  'notifications-changed': ['notifications'],
  /** Answers that contain sentences of the server. */
  'language-changed': ['orders', 'transactions', 'recipients', 'auto-redemption', 'notifications'],
} as const satisfies Record<string, readonly Topic[]>;

/** `everything-changed` affects every query. `session-ended` removes all data of the customer. */
export type InvalidationEvent = keyof typeof topicsByEvent | 'everything-changed' | 'session-ended';

/** The topics of an event; undefined for every query. */
export function topicsOf(event: Exclude<InvalidationEvent, 'session-ended'>): readonly [Topic, ...Topic[]] | undefined {
  return event === 'everything-changed' ? undefined : topicsByEvent[event];
}

/** A query's key: its topic, then its parameters. */
export function topicKey<const Parts extends readonly unknown[]>(topic: Topic, ...parts: Parts) {
  return [topic, ...parts] as const;
}

const listeners = new Set<(event: InvalidationEvent) => void>();

/** Publishes what has changed, so that a publisher does not load the query client. */
export const invalidation = {
  publish(event: InvalidationEvent): void {
    for (const listener of listeners) listener(event);
  },
  subscribe(listener: (event: InvalidationEvent) => void): void {
    listeners.add(listener);
  },
};
