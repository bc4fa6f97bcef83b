import type { States } from '../../states/states.ts';

type Status = 'processing' | 'to be confirmed' | 'completed' | 'failed' | 'rejected';

export const depositStates: States<Status> = {
  name: 'deposit',
  moves: {
    processing: [
      { to: 'completed', who: ['system'] },
      { to: 'failed', who: ['system'] },
      { to: 'to be confirmed', who: ['system'] },
    ],
    'to be confirmed': [
      { to: 'completed', who: ['Operations'] },
      { to: 'rejected', who: ['Operations'] },
    ],
    completed: [],
    failed: [],
    rejected: [],
  },
};
