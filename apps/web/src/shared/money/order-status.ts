import type { OtcOrder } from '@wusd/api-sdk/core';
import type { MessageId } from '@wusd/i18n';
import type { ChipProps } from '@wusd/ui-kit/Chip';

export type OrderStatus = OtcOrder['status'];

/** How each status is said and shown. */
export const statuses: Record<OrderStatus, { label: MessageId; tone: ChipProps['tone']; icon: ChipProps['icon'] }> = {
  'pending approval': { label: 'order.status.pendingApproval', tone: 'warning', icon: 'clock' },
  processing: { label: 'order.status.processing', tone: 'neutral', icon: 'clock' },
  completed: { label: 'order.status.completed', tone: 'positive', icon: 'check' },
  failed: { label: 'order.status.failed', tone: 'negative', icon: 'alert' },
  'rate expired': { label: 'order.status.rateExpired', tone: 'neutral', icon: 'close' },
  'order cancelled': { label: 'order.status.orderCancelled', tone: 'neutral', icon: 'close' },
  rejected: { label: 'order.status.rejected', tone: 'negative', icon: 'alert' },
};

export const isOrderStatus = (text: string): text is OrderStatus => text in statuses;

/** Whether it can still change. */
export const isOpen = (status: OrderStatus): boolean => status === 'pending approval' || status === 'processing';
