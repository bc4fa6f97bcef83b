import type { DestinationStatus } from '../../platform/database/column-types.ts';
import type { StateMachine } from '../../platform/state-machine/state-machine.ts';

export type { DestinationStatus };

/** The states of a saved bank account or blockchain address. `gone` means deleted: no query returns such rows. */
export const destinationStates: StateMachine<DestinationStatus> = {
  name: 'destination',
  moves: {
    'pending add': [
      { to: 'active', who: ['system', 'Operations'] },
      { to: 'inactive', who: ['system', 'Operations'] },
    ],
    active: [
      { to: 'pending delete', who: ['customer'] },
      { to: 'disabled', who: ['Operations'] },
    ],
    inactive: [{ to: 'pending delete', who: ['customer'] }],
    'pending delete': [
      { to: 'gone', who: ['system'] },
      { to: 'active', who: ['Operations'] },
      { to: 'inactive', who: ['Operations'] },
    ],
    disabled: [{ to: 'active', who: ['Operations'] }],
    gone: [],
  },
};

/** How long payouts to a destination are held after it was added or its payee changed. */
export const quarantineMs = 24 * 60 * 60_000;
