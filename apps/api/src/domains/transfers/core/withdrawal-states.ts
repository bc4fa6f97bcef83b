// Parts of the state machine that crypto and fiat withdrawals share.

/** Until a withdrawal is sent, the customer may cancel it and an operator may reject it. */
export const unsentMoves = [
  { to: 'cancelled', who: ['customer'] },
  { to: 'rejected', who: ['Operations'] },
] as const;

export const payoutMoves = [
  { to: 'completed', who: ['system'], isExpected: true },
  { to: 'failed', who: ['system'] },
] as const;

export const finalStatuses = { failed: [], cancelled: [], rejected: [] } as const;
