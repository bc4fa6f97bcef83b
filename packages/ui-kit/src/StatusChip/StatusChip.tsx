import type { ReactNode } from 'react';
import { Chip, type ChipProps } from '../Chip/index.js';

export type StatusKind = 'pending' | 'attention' | 'success' | 'failure' | 'cancelled';

export interface StatusChipProps {
  /** What the status means for the customer; it decides colour and icon. */
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

/** The status of a process. Every process that has the same kind of status shows the same colour and icon. */
export function StatusChip({ status, children }: StatusChipProps) {
  return <Chip {...looks[status]}>{children}</Chip>;
}
