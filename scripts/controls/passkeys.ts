import type { Removal } from './removal.ts';

const assertions = 'apps/api/src/commands/passkey-assertions.ts';
const test = 'apps/api/test/passkeys.test.ts';
const payments = 'apps/api/test/passkey-payments.test.ts';

export const passkeyRemovals: readonly Removal[] = [
  {
    control: 46,
    file: assertions,
    find: "    .where('id', '=', challengeId)\n",
    replace: '',
    test: payments,
    name: 'belongs to its amount and recipient, to its scene, and counts once (control 46)',
  },
  {
    control: 46,
    file: assertions,
    find: '    requireUserVerification: true,\n',
    replace: '    requireUserVerification: false,\n',
    test: payments,
    name: 'belongs to its amount and recipient, to its scene, and counts once (control 46)',
  },
  {
    control: 46,
    file: 'apps/api/src/domains/identity-access/security/passkeys.ts',
    find: '    requireUserVerification: true,\n',
    replace: '    requireUserVerification: false,\n',
    test,
    name: 'is made for our domain, origin and challenge, with user verification, and once (control 46)',
  },
  {
    control: 46,
    file: 'apps/api/src/commands/scenes.ts',
    find: 'const withEmail = [factor, [EMAIL]] as const;',
    replace: 'const withEmail = [factor, [EMAIL, PASSKEY]] as const;',
    test: payments,
    name: 'keeps the email code where destinations or credentials change (control 46)',
  },
  {
    control: 46,
    file: 'apps/api/src/domains/transfers/core/withdrawal-commands.ts',
    find: '          ...(unsaved && { groups: scenes[kind.addScene].groups }),\n',
    replace: '',
    test: payments,
    name: 'keeps the email code where the withdrawal saves its recipient (control 46)',
  },
  {
    control: 47,
    file: 'apps/api/src/domains/identity-access/auth/passkey-grant.ts',
    find: '    if (!isPaused) await countSignInFailures(services, account, origin);\n',
    replace: '',
    test,
    name: 'pauses for a device after five failures, and not for others (control 47)',
  },
  {
    control: 48,
    file: assertions,
    find: "eb('sign_count', '<', count)",
    replace: "eb('sign_count', '>=', '0')",
    test: payments,
    name: 'whose sign count goes back is refused, and the owner is told of a copy (control 48)',
  },
];
