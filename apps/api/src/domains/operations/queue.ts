import type { Services } from '../services.ts';
import { findOverdue, type Overdue } from './age-limits.ts';
import { emailsOf } from './customers.ts';
import {
  alerts,
  type BlockedItem,
  cryptoTransactions,
  depositClaims,
  failedReturns,
  feedback,
  fiatTransactions,
  identities,
  orders,
  otherAlerts,
  payouts,
  statementLines,
} from './queue-sources.ts';
import type { CommandResult } from './results.ts';
import { durationOf } from './table.ts';

/** Sources of each command that lists blocked items. */
const queues = {
  queue: [
    otherAlerts,
    payouts,
    identities,
    orders,
    cryptoTransactions(['deposit', 'withdrawal']),
    failedReturns,
    depositClaims,
    fiatTransactions,
    statementLines,
    feedback,
  ],
  identities: [identities],
  orders: [orders],
  deposits: [cryptoTransactions(['deposit']), depositClaims, failedReturns],
  claims: [depositClaims],
  withdrawals: [payouts, cryptoTransactions(['withdrawal'])],
  'statement-lines': [statementLines],
  alerts: [alerts],
} as const satisfies Record<string, readonly ((services: Services) => Promise<BlockedItem[]>)[]>;

export type Queue = keyof typeof queues;

/** Lists all items of a queue that are blocked until a person acts, oldest first. */
export async function listQueue(services: Services, queue: Queue): Promise<CommandResult<'queue'>> {
  const blocked = await Promise.all(queues[queue].map((find) => find(services)));
  const overdue = queue === 'queue' ? await findOverdue(services) : [];
  const items = withOverdue(blocked.flat(), overdue).toSorted((a, b) => a.since.getTime() - b.since.getTime());
  const emails = await emailsOf(
    services,
    items.flatMap(({ customerId }) => customerId ?? []),
  );
  return {
    type: 'queue',
    asOf: services.clock.now(),
    items: items.map((item) => ({
      ...item,
      customerEmail: item.customerId === null ? null : (emails.get(item.customerId) ?? null),
    })),
  };
}

/** Lists each entity once. A blocked item that is also overdue gets an additional reason. */
function withOverdue(blocked: readonly BlockedItem[], overdue: readonly Overdue[]): BlockedItem[] {
  const ids = new Set(blocked.map(({ id }) => id));
  return [
    ...blocked.map((each) => {
      const limit = overdue.find(({ id }) => id === each.id)?.limit;
      return limit ? { ...each, reason: `${each.reason}; overdue, limit ${durationOf(limit.limitMs)}` } : each;
    }),
    ...overdue
      .filter(({ id }) => !ids.has(id))
      .map(({ entity, id, customerId, status, since, limit }) => ({
        since,
        entity,
        id,
        customerId,
        amounts: [],
        details: [status],
        reason: `overdue, limit ${durationOf(limit.limitMs)}`,
        actions: [limit.action],
      })),
  ];
}
