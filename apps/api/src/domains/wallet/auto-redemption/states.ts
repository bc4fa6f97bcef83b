import type { StateMachine } from '../../../platform/state-machine/state-machine.ts';

export type AutoRedemptionStatus = 'off' | 'on';

export const autoRedemptionStates: StateMachine<AutoRedemptionStatus> = {
  name: 'auto redemption',
  moves: {
    off: [{ to: 'on', who: ['customer'] }],
    on: [{ to: 'off', who: ['customer', 'system'] }],
  },
};

/** Why it was turned off by something else than its customer's wish; each has its words, `message.autoRedemptionReason.<reason>`. */
export type OffReason = 'default-changed' | 'default-edited' | 'default-deleted';

/** Why a run did not come to its end; words as above. */
export type StopReason =
  | 'identity'
  | 'cooldown'
  | 'account-frozen'
  | 'no-default'
  | 'amount'
  | 'limit'
  | 'spent'
  | 'order';
