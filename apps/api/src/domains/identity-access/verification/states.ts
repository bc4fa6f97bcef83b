import type { VerificationDocumentStatus, VerificationPersonStatus } from '../../../platform/database/column-types.ts';
import type { StateMachine } from '../../../platform/state-machine/state-machine.ts';

/**
 * The customer can change a document until it is submitted; then an operator decides on it. The scan can reject it
 * earlier. A rejected document stays until another file replaces it.
 */
export const documentStates: StateMachine<VerificationDocumentStatus> = {
  name: 'document',
  moves: {
    uploaded: [
      { to: 'checking', who: ['customer'] },
      { to: 'rejected', who: ['system'] },
      { to: 'removed', who: ['customer', 'system'] },
    ],
    checking: [
      { to: 'accepted', who: ['Operations'] },
      { to: 'rejected', who: ['Operations', 'system'] },
    ],
    accepted: [{ to: 'rejected', who: ['Operations'] }],
    rejected: [
      { to: 'replaced', who: ['customer'] },
      { to: 'removed', who: ['customer'] },
    ],
    replaced: [],
    removed: [],
  },
};

/** The customer can change a person until submission, and again after a rejection. */
export const personStates: StateMachine<VerificationPersonStatus> = {
  name: 'person',
  moves: {
    uploaded: [
      { to: 'checking', who: ['customer'] },
      { to: 'removed', who: ['customer'] },
    ],
    checking: [
      { to: 'accepted', who: ['Operations'] },
      { to: 'rejected', who: ['Operations'] },
    ],
    accepted: [{ to: 'rejected', who: ['Operations'] }],
    rejected: [
      { to: 'uploaded', who: ['customer'] },
      { to: 'removed', who: ['customer'] },
    ],
    removed: [],
  },
};
