import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { isUnstorable, openDatabase, transact } from './database.ts';
import { insertAll } from './rows.ts';
import { createDatabase } from '../../../testing/harness.ts';
import { applicationUrl } from '../../../testing/databases.ts';

const db = openDatabase(applicationUrl(await createDatabase()));
afterAll(() => db.destroy());

/** Any text that PostgreSQL can store. */
const text = fc.string({ unit: 'binary' }).filter((value) => !value.includes('\0') && value.isWellFormed());
const instant = fc.date({ min: new Date('1970-01-01'), max: new Date('2999-12-31'), noInvalidDate: true });

test('inserted rows are read back unchanged, for any number and content', async () => {
  const entry = fc.record({
    act: text,
    at: instant,
    details: fc.dictionary(text, text),
  });
  const sealed = fc.record({
    sealed: fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes)),
    at: instant,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(entry, { maxLength: 5 }),
      fc.array(sealed, { maxLength: 5 }),
      async (entries, messages) => {
        await db
          .transaction()
          .execute(async (trx) => {
            const rows = entries.map((each) => ({ ...each, customer_id: 'system', actor: 'system' }));
            await insertAll(trx, 'audit_log', rows);
            await insertAll(
              trx,
              'message',
              messages.map(({ at, sealed: bytes }, index) => ({
                id: `msg_${index}`,
                channel: 'email',
                sealed: bytes,
                created_at: at,
                sent_at: null,
                due_at: at,
              })),
            );
            const written = await trx
              .selectFrom('audit_log')
              .select(['act', 'at', 'details', 'customer_id', 'actor'])
              .orderBy('id')
              .execute();
            expect(written).toEqual(rows);
            const kept = await trx.selectFrom('message').selectAll().orderBy('id').execute();
            expect(kept.map(({ sealed: bytes, created_at: at }) => ({ sealed: bytes, at }))).toEqual(messages);
            expect(kept.every(({ sent_at: sentAt, attempts }) => sentAt === null && attempts === 0)).toBe(true);
            throw new Undone();
          })
          .catch((error: unknown) => {
            if (!(error instanceof Undone)) throw error;
          });
      },
    ),
    { numRuns: 100 },
  );
});

class Undone extends Error {}

test('a text that PostgreSQL can’t store is rejected and recognised as unstorable', async () => {
  const rows = [{ act: 'a\0b', at: new Date(0), details: {}, customer_id: 'system', actor: 'system' }];
  const error: unknown = await transact(db, (trx) => insertAll(trx, 'audit_log', rows)).catch(
    (thrown: unknown) => thrown,
  );
  expect(isUnstorable(error)).toBe(true);
});
