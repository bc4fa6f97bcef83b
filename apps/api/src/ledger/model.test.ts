import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { runLedgerModel } from '../../testing/ledger-model.ts';
import { createDatabase } from '../../testing/harness.ts';

const requested = Number(process.env['LEDGER_OPERATIONS'] ?? 5000);

test(
  `the ledger answers ${requested} random operations as a plain model does`,
  async () => {
    const seed = Number(process.env['LEDGER_SEED'] ?? randomInt(2 ** 31));
    const { operations, answers, differences } = await runLedgerModel({
      url: await createDatabase(),
      operations: requested,
      seed,
      lanes: 4,
    });
    expect(differences, `LEDGER_SEED=${seed}`).toEqual([]);
    expect(operations).toBeGreaterThanOrEqual(requested);
    // The operations must have produced every possible answer.
    expect(Object.keys(answers).toSorted()).toEqual(
      [
        'done',
        'already resolved',
        'insufficient',
        'zero amount',
        'hold not found',
        'id conflict',
        'repeated',
        'unbalanced',
      ].toSorted(),
    );
  },
  Math.max(120_000, requested * 2),
);
