import type { StateMachine } from '../../../platform/state-machine/state-machine.ts';
import type { Customer } from '../../../commands/customers.ts';

/** The provider or an operator decides. A customer who failed may resubmit, and an operator may request another check. */
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
