import type { Removal } from './removal.ts';

/** Of what moves money, and of where it goes. */
export const moneyRemovals: readonly Removal[] = [
  {
    control: 11,
    file: 'apps/api/src/domains/withdrawal-rules.ts',
    find: "  if (cooldownEndsAt && cooldownEndsAt > now) return { reason: 'cooldown', until: cooldownEndsAt };\n",
    replace: '',
    test: 'apps/api/test/crypto-withdrawals.test.ts',
    name: 'during a cooldown is refused, and one that had not left waits for its end (control 11)',
  },
  {
    control: 11,
    file: 'apps/api/src/domains/withdrawal-rules.ts',
    find: "  if (cooldownEndsAt && cooldownEndsAt > now) return { reason: 'cooldown', until: cooldownEndsAt };\n",
    replace: '',
    test: 'apps/api/test/fiat-withdrawals.test.ts',
    name: 'a cooldown refuses it, and keeps one that had not left until its end (control 11)',
  },
  {
    control: 20,
    file: 'apps/api/src/domains/otc/quotes.ts',
    find: 'return usedAt === null && now <',
    replace: 'return now <',
    test: 'apps/api/test/otc.test.ts',
    name: 'that 64 take at once, on two nodes, is taken once (control 20)',
  },
  {
    control: 22,
    file: 'apps/api/src/domains/history/files.ts',
    find: 'escape_formulas: true, ',
    replace: '',
    test: 'apps/api/test/history-exports.test.ts',
    name: 'has no cell that a spreadsheet would calculate (control 22)',
  },
];
