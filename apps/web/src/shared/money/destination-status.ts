import type { BlockchainAddress } from '@wusd/api-sdk/core';
import type { MessageId } from '@wusd/i18n';
import type { StatusKind } from '@wusd/ui-kit/StatusChip';

/** State that addresses and bank accounts share. */
export type DestinationState = Pick<BlockchainAddress, 'status' | 'hold' | 'timeline' | 'lastUsedAt'>;

export const destinationStatuses: Record<DestinationState['status'], { label: MessageId; kind: StatusKind }> = {
  'pending add': { label: 'address.status.pendingAdd', kind: 'pending' },
  active: { label: 'address.status.active', kind: 'success' },
  inactive: { label: 'address.status.inactive', kind: 'failure' },
  disabled: { label: 'address.status.disabled', kind: 'failure' },
  'pending delete': { label: 'address.status.pendingDelete', kind: 'pending' },
};

/** Why nothing can be sent there yet, or any more, in the language of the request. */
export function reasonOf({ status, hold, timeline }: DestinationState): string | undefined {
  return status === 'inactive' ? timeline.at(-1)?.reason : hold?.message;
}
