import type { StateMachine } from '../../../platform/state-machine/state-machine.ts';
import { destinationStates, type DestinationStatus } from '../states.ts';

/** As of every destination; of a bank account, where payouts arrive can be changed, and is looked at again then. */
export const bankAccountStates: StateMachine<DestinationStatus> = {
  name: 'bank account',
  moves: {
    ...destinationStates.moves,
    active: [{ to: 'pending add', who: ['customer'] }, ...destinationStates.moves.active],
  },
};
