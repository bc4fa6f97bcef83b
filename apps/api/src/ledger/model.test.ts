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
    // Every way that it can answer was asked for.
    expect(Object.keys(answers).toSorted()).toEqual(
      [
        'done',
        'ended otherwise',
        'insufficient',
        'moves nothing',
        'no such hold',
        'other body',
        'repeated',
        'unbalanced',
      ].toSorted(),
    );
  },
  Math.max(120_000, requested * 2),
);
