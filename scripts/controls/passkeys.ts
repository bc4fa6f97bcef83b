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
    name: 'is valid for its amount, recipient and scene, and once (control 46)',
  },
  {
    control: 46,
    file: assertions,
    find: '    requireUserVerification: true,\n',
    replace: '    requireUserVerification: false,\n',
    test: payments,
    name: 'is valid for its amount, recipient and scene, and once (control 46)',
  },
  {
    control: 46,
    file: 'apps/api/src/domains/identity-access/security/passkeys.ts',
    find: '    requireUserVerification: true,\n',
    replace: '    requireUserVerification: false,\n',
    test,
    name: 'is registered once, for our domain, origin and challenge, with user verification (control 46)',
  },
  {
    control: 46,
    file: 'apps/api/src/commands/scenes.ts',
    find: 'const withEmail = [factor, [EMAIL]] as const;',
    replace: 'const withEmail = [factor, [EMAIL, PASSKEY]] as const;',
    test: payments,
    name: 'does not replace the email code when recipients or credentials change (control 46)',
  },
  {
    control: 46,
    file: 'apps/api/src/domains/transfers/core/withdrawal-commands.ts',
    find: '          ...(unsaved && { groups: scenes[kind.addScene].groups }),\n',
    replace: '',
    test: payments,
    name: 'does not replace the email code when the withdrawal saves its recipient (control 46)',
  },
  {
    control: 47,
    file: 'apps/api/src/domains/identity-access/auth/passkey-grant.ts',
    find: '    if (!isPaused) await countSignInFailures(services, account, origin);\n',
    replace: '',
    test,
    name: 'is paused on one device after five failures (control 47)',
  },
  {
    control: 48,
    file: assertions,
    find: "eb('sign_count', '<', count)",
    replace: "eb('sign_count', '>=', '0')",
    test: payments,
    name: 'with a lower sign count is refused, and the owner is notified of a copied passkey (control 48)',
  },
];
