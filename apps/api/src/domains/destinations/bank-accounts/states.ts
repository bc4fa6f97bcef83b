import type { StateMachine } from '../../../platform/state-machine/state-machine.ts';
import { destinationStates, type DestinationStatus } from '../states.ts';

/**
 * The states of every destination. In addition, editing the payee of an active bank account returns it to screening.
 */
export const bankAccountStates: StateMachine<DestinationStatus> = {
  name: 'bank account',
  moves: {
    ...destinationStates.moves,
    active: [{ to: 'pending add', who: ['customer'] }, ...destinationStates.moves.active],
  },
};
