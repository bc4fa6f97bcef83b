import type { OrderStatus } from '../../../platform/database/column-types.ts';
import type { StateMachine } from '../../../platform/state-machine/state-machine.ts';
import { memberOf } from '@wusd/server-kit/registry/lookup';

export type { OrderStatus };

export const orderStates: StateMachine<OrderStatus> = {
  name: 'order',
  moves: {
    'pending approval': [
      { to: 'processing', who: ['Operations'], isExpected: true },
      { to: 'rejected', who: ['Operations'] },
      { to: 'order cancelled', who: ['customer'] },
      { to: 'rate expired', who: ['system'] },
    ],
    processing: [
      { to: 'completed', who: ['system'], isExpected: true },
      { to: 'failed', who: ['system'] },
    ],
    completed: [],
    failed: [],
    'rate expired': [],
    'order cancelled': [],
    rejected: [],
  },
};

/** Reasons why the desk rejects an order. The message of each reason is `message.orderReason.<reason>`. */
export const orderReasons = ['compliance-review', 'market-closed', 'at-your-request', 'declined'] as const;
export type OrderReason = (typeof orderReasons)[number];

export function isOrderReason(text: unknown): text is OrderReason {
  return memberOf(orderReasons, text) !== undefined;
}
