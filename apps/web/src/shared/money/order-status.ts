import type { OtcOrder } from '@wusd/api-sdk/core';
import type { MessageId } from '@wusd/i18n';
import type { StatusKind } from '@wusd/ui-kit/StatusChip';

export type OrderStatus = OtcOrder['status'];

/** Name and kind of each status of an order. */
export const statuses: Record<OrderStatus, { label: MessageId; kind: StatusKind }> = {
  'pending approval': { label: 'order.status.pendingApproval', kind: 'attention' },
  processing: { label: 'order.status.processing', kind: 'pending' },
  completed: { label: 'order.status.completed', kind: 'success' },
  failed: { label: 'order.status.failed', kind: 'failure' },
  'rate expired': { label: 'order.status.rateExpired', kind: 'cancelled' },
  'order cancelled': { label: 'order.status.orderCancelled', kind: 'cancelled' },
  rejected: { label: 'order.status.rejected', kind: 'failure' },
};

export const isOrderStatus = (text: string): text is OrderStatus => text in statuses;
