import type { Domain } from '../support/coverage.ts';

const isProduction = 'a production server alone says so, whose page asks for none of it';
const isOffered = 'the drawer offers what its entity says can happen';

export const sandbox: Domain = {
  name: 'the sandbox',
  messages: ['sandbox'],
  operations: ['listSandboxMailbox', 'createSandboxEvent', 'advanceSandboxClock', 'replaySandbox', 'listSandboxMoves'],
  limited: [],
  unmet: {
    'createSandboxEvent NOT_FOUND': isProduction,
    'createSandboxEvent MOVE_NOT_ALLOWED': isOffered,
    'advanceSandboxClock NOT_FOUND': isProduction,
    'replaySandbox NOT_FOUND': isProduction,
    'replaySandbox SANDBOX_SUBJECT_UNKNOWN': 'it is lived by who is signed in',
    'listSandboxMoves NOT_FOUND': isOffered,
  },
};
