import type { StateMachine } from '../../../platform/state-machine/state-machine.ts';
import type { Customer } from '../../../commands/customers.ts';

/**
 * The customer activates an account. The customer, an operator or the system (because of a debt) freezes it. Only an
 * operator unfreezes it.
 */
export const accountStates: StateMachine<Customer['status']> = {
  name: 'account',
  moves: {
    'pending activation': [{ to: 'active', who: ['customer'] }],
    active: [{ to: 'frozen', who: ['customer', 'Operations', 'system'] }],
    frozen: [{ to: 'active', who: ['Operations'] }],
  },
};
