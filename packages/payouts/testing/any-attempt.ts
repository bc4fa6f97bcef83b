/** The first attempt of an arbitrary payout, for tests of adapters, which do not check it. */
export const anyAttempt = { payoutId: 'ctx_test', attempt: 1 } as const;
