import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { createSharedClock } from './shared-clock.ts';
import type { Database } from './database/types.ts';

test('a refresh that is answered late does not move the time back', async () => {
  const answers: ((offset: string) => void)[] = [];
  const asked = () =>
    new Promise<{ offset_ms: string }>((answer) => answers.push((offset_ms) => answer({ offset_ms })));
  // The row that nodes share. The test resolves its queries.
  const table = {
    select: () => table,
    set: () => table,
    returning: () => table,
    executeTakeFirst: asked,
    executeTakeFirstOrThrow: asked,
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a double of the two queries that the clock makes
  const db = { selectFrom: () => table, updateTable: () => table } as unknown as Kysely<Database>;
  const opening = createSharedClock(db, { now: () => new Date(0) });
  answers.shift()?.('1000');
  const clock = await opening;
  expect(clock.now()).toEqual(new Date(1000));

  const look = clock.refresh();
  const move = clock.advance(60);
  const [answerLook, answerMove] = answers.splice(0);
  answerMove?.('61000');
  expect(await move).toEqual(new Date(61_000));
  answerLook?.('1000');
  await look;
  expect(clock.now()).toEqual(new Date(61_000));
});
