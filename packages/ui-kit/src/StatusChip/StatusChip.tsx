import type { ReactNode } from 'react';
import { Chip, type ChipProps } from '../Chip/index.js';

export type StatusKind = 'pending' | 'attention' | 'success' | 'failure' | 'cancelled';

export interface StatusChipProps {
  /** Meaning of the status for the customer. It determines colour and icon. */
  status: StatusKind;
  /** Name of the status. */
  children: ReactNode;
}

const looks: Record<StatusKind, Pick<ChipProps, 'tone' | 'icon'>> = {
  pending: { tone: 'neutral', icon: 'clock' },
  attention: { tone: 'warning', icon: 'clock' },
  success: { tone: 'positive', icon: 'check' },
  failure: { tone: 'negative', icon: 'alert' },
  cancelled: { tone: 'neutral', icon: 'close' },
};

/** The status of a process. Equal kinds of status have the same colour and icon in all processes. */
export function StatusChip({ status, children }: StatusChipProps) {
  return <Chip {...looks[status]}>{children}</Chip>;
}
