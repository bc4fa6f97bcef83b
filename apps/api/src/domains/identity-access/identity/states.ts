import type { StateMachine } from '../../../platform/state-machine/state-machine.ts';
import type { Customer } from '../../../commands/customers.ts';

/** An identity: the provider or an operator decides, who failed may submit again, and an operator may have it checked anew. */
export const identityStates: StateMachine<Customer['identityStatus']> = {
  name: 'identity',
  moves: {
    'pending verification': [
      { to: 'verified', who: ['system', 'Operations'] },
      { to: 'verification failed', who: ['system', 'Operations'] },
    ],
    verified: [{ to: 'pending verification', who: ['Operations'] }],
    'verification failed': [{ to: 'pending verification', who: ['customer'] }],
  },
};
