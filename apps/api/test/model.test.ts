import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { runLedgerModel } from '../testing/ledger-model.ts';
import { createDatabase } from './harness.ts';

test('whatever five thousand times is asked of it, the ledger answers as a plain model does', async () => {
  const seed = Number(process.env['LEDGER_SEED'] ?? randomInt(2 ** 31));
  const { operations, answers, differences } = await runLedgerModel({
    url: await createDatabase(),
    operations: 5000,
    seed,
    lanes: 4,
  });
  expect(differences, `LEDGER_SEED=${seed}`).toEqual([]);
  expect(operations).toBeGreaterThanOrEqual(5000);
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
}, 120_000);
