// Parts of a transfer's answer that its states have in common, whichever kind of transfer it is.

export const at = '2026-11-25T05:44:47.000Z';
export const later = '2026-11-26T05:44:47.000Z';
export const due = '2026-11-27T05:44:47.000Z';

export const requested = { status: 'to be processed', at, actor: 'customer' } as const;

/** It leaves at a time, until which it can be cancelled. */
const leavingAt = (time: string) => ({
  nextMoves: [
    { to: 'processing' as const, who: 'system' as const, at: time },
    { to: 'cancelled' as const, who: 'customer' as const, until: time },
  ],
  nextStep: { to: 'processing' as const, who: 'system' as const, at: time },
});
export const leavingNow = leavingAt(later);

/** Held because its recipient is new. */
export const scheduled = (message: string) => ({
  hold: { reasonCode: 'new-destination', message, who: 'system' as const, until: due },
  ...leavingAt(due),
});
