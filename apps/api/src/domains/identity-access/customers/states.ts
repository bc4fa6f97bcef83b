import type { StateMachine } from '../../../platform/state-machine/state-machine.ts';
import type { Customer } from '../../../commands/customers.ts';

/** An account: who it belongs to opens it by its link, may freeze it, as we do where money is owed; only an operator lifts that. */
export const accountStates: StateMachine<Customer['status']> = {
  name: 'account',
  moves: {
    'pending activation': [{ to: 'active', who: ['customer'] }],
    active: [{ to: 'frozen', who: ['customer', 'Operations', 'system'] }],
    frozen: [{ to: 'active', who: ['Operations'] }],
  },
};
