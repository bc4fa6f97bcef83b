import { DescriptionList } from '@wusd/ui-kit/DescriptionList';
import { createContext, type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';

const Slot = createContext<HTMLElement | null | undefined>(undefined);
/** Element that summaries render into: undefined without a side column, null until it is rendered. */
export const SummarySlot = Slot.Provider;

/** Whether the summary is beside the step, which then need not repeat it. */
export const useIsBeside = (): boolean => useContext(Slot) !== undefined;

export interface SummaryProps {
  /** Always the same lines, even with unknown values, so that the layout does not shift while the form is filled in. */
  lines: readonly { label: string; value: string | undefined; isStrong?: boolean }[];
  /** Shown instead if there is no side column. @default nothing */
  children?: ReactNode;
}

/** Summary of a payment, in the side column of its `PaymentFrame`. */
export function Summary({ lines, children }: SummaryProps) {
  const slot = useContext(Slot);
  if (slot === undefined) return children;
  const items = lines.map(({ value = '—', ...line }) => ({ ...line, value }));
  return slot && createPortal(<DescriptionList items={items} />, slot);
}
