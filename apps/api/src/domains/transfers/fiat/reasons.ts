/** Why a withdrawal to a bank waits or came to nothing, where its words are not those of every withdrawal. */
const ofBanks = new Set(['new-destination', 'liquidity', 'destination', 'refused', 'returned', 'prohibited-country']);

export const reasonMessage = (reason: string): string =>
  `message.${ofBanks.has(reason) ? 'bankWithdrawalReason' : 'withdrawalReason'}.${reason}`;
