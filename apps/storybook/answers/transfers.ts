// Parts of a transfer's response that several states share, for every kind of transfer.

export const at = '2026-11-25T05:44:47.000Z';
export const later = '2026-11-26T05:44:47.000Z';
export const due = '2026-11-27T05:44:47.000Z';

export const requested = { status: 'to be processed', at, actor: 'customer' } as const;

/** A transfer that is sent at a given time and can be cancelled until then. */
const leavingAt = (time: string) => ({
  nextMoves: [
    { to: 'processing' as const, who: 'system' as const, at: time },
    { to: 'cancelled' as const, who: 'customer' as const, until: time },
  ],
  nextStep: { to: 'processing' as const, who: 'system' as const, at: time },
});
export const leavingNow = leavingAt(later);

/** A transfer on hold because its recipient is new. */
export const scheduled = (message: string) => ({
  hold: { reasonCode: 'new-destination', message, who: 'system' as const, until: due },
  ...leavingAt(due),
});
