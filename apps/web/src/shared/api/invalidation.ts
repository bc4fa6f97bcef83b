/** First part of a query key. Queries of one topic are refetched together. */
export type Topic = 'wallet-accounts' | 'orders' | 'transactions' | 'recipients' | 'auto-redemption' | 'notifications';

/** Topics that each event invalidates. */
const topicsByEvent = {
  /** The server reported a change of the customer's money. It does not tell which lists show it. */
  'wallet-account-updated': ['wallet-accounts', 'orders', 'transactions', 'recipients', 'auto-redemption'],
  'transaction-changed': ['transactions', 'wallet-accounts', 'auto-redemption'],
  'order-changed': ['orders', 'transactions', 'wallet-accounts'],
  /** Auto-redemption pays to a saved bank account, and stops without it. */
  'recipients-changed': ['recipients', 'auto-redemption'],
  'auto-redemption-changed': ['auto-redemption', 'transactions'],
  /** A notification arrived, or was read on any page. */
  'notifications-changed': ['notifications'],
  /** Topics whose responses contain text in the language of the request. */
  'language-changed': ['orders', 'transactions', 'recipients', 'auto-redemption', 'notifications'],
} as const satisfies Record<string, readonly Topic[]>;

/** `everything-changed` affects every query. `session-ended` removes all data of the customer. */
export type InvalidationEvent = keyof typeof topicsByEvent | 'everything-changed' | 'session-ended';

/** The topics that an event invalidates; undefined means every query. */
export function topicsOf(event: Exclude<InvalidationEvent, 'session-ended'>): readonly [Topic, ...Topic[]] | undefined {
  return event === 'everything-changed' ? undefined : topicsByEvent[event];
}

/** Builds a query key: the topic, then the parameters. */
export function topicKey<const Parts extends readonly unknown[]>(topic: Topic, ...parts: Parts) {
  return [topic, ...parts] as const;
}

const listeners = new Set<(event: InvalidationEvent) => void>();

/** Publishes changes by event, so that publishers do not load the query client. */
export const invalidation = {
  publish(event: InvalidationEvent): void {
    for (const listener of listeners) listener(event);
  },
  subscribe(listener: (event: InvalidationEvent) => void): void {
    listeners.add(listener);
  },
};
