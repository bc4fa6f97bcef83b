import type { StateMachine } from '../../../platform/state-machine/state-machine.ts';
import type { Customer } from '../../../commands/customers.ts';

/**
 * The provider or an operator decides. After a failed verification the customer may resubmit. An operator may request
 * another check of a verified identity.
 */
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
