/** The first attempt of some payout, for tests of adapters, which sign whatever they are given. */
export const anyAttempt = { payoutId: 'ctx_test', attempt: 1 } as const;
