import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nextRelease } from '../../../testing/next-release.ts';
import { readOnlineStatements } from './apply-migration.ts';
import { releasedMigrations } from './migrator.ts';

// During a deployment, nodes of the previous release run on the migrated schema:
// docs/decisions/0044-one-initial-schema.md.

/** Statements that may break code of the previous release. */
const contractions: Record<string, RegExp> = {
  'drops something': /\bdrop\s+(?!not\s+null|default|index\b)/i,
  'renames something': /\brename\b/i,
  'changes a type': /\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b/i,
  'requires a value': /\bset\s+not\s+null\b/i,
  'adds a required column without a default':
    /\badd\s+(?:column\s+)?\w+\s[^,;]*\bnot\s+null(?![^,;]*\bdefault\b)(?<!default[^,;]*)/i,
  'adds a constraint to existing rows': /\badd\s+(?:constraint|check|unique|primary|foreign)\b/i,
  'takes a privilege away': /\brevoke\b/i,
};

/** Columns whose constraint or default makes PostgreSQL read or rewrite the whole table under a lock. */
const slowColumn =
  /\badd\s+(?:column\s+)?(?:if not exists\s+)?\w+\s[^,;]*\b(?:unique|references|primary key|generated always as|default\s+(?!now\(\))\w+\()/i;

/**
 * Returns problems of a migration that block others while a table is read, or that prevent a restart after an
 * interruption.
 */
function offlineStatementsIn(migration: string): string[] {
  const online = readOnlineStatements(migration);
  const plain = migration.replaceAll(/--.*$/gm, '');
  const created = new Set([...plain.matchAll(/\bcreate table (?:if not exists )?(\w+)/gi)].map(([, name]) => name));
  const statements = online ?? [{ text: plain, isBatch: false }];
  const altered = [...plain.matchAll(/\balter table (?:only )?(\w+)/gi)].map(([, name]) => name);
  const problems = statements.flatMap(({ text, isBatch }) => {
    const indexed = [...text.matchAll(/\bcreate (?:unique )?index (?!concurrently)[^;]*?\bon (?!only\b)(\w+)/gi)];
    return [
      ...(indexed.every(([, table]) => created.has(table)) ? [] : ['builds an index while nobody can write']),
      ...(slowColumn.test(text) ? ['adds a column that needs the whole table'] : []),
      ...(!isBatch && /(?:^|;|\bas \()\s*(?:update|delete from|with)\b/i.test(text)
        ? ['changes rows, not in batches']
        : []),
      ...(isBatch && /\bskip locked\b/i.test(text) ? ['skips rows in a batch, and ends before they are changed'] : []),
      ...(online && /\b(?:create|add)\b/i.test(text) && !/\bif not exists\b/i.test(text) ? ['can’t be repeated'] : []),
      ...(online && /\bdrop\b/i.test(text) && !/\bif exists\b/i.test(text) ? ['can’t be repeated'] : []),
      ...(!online && /\bconcurrently\b/i.test(text) ? ['is a transaction, where nothing is concurrent'] : []),
    ];
  });
  const several = new Set(altered.filter((table) => !created.has(table))).size > 1;
  return [...new Set([...problems, ...(!online && several ? ['locks one table while it waits for another'] : [])])];
}

/**
 * A statement below this comment is an intended contraction: the previous release no longer uses what the statement
 * removes.
 */
const intended = /-- contracts: .+\n[^;]*;/g;

function contractionsIn(sql: string): string[] {
  const statements = sql.replaceAll(intended, '').replaceAll(/--.*$/gm, '');
  return Object.keys(contractions).filter((name) => contractions[name]?.test(statements));
}

const folder = join(import.meta.dirname, 'migrations');

test('every later migration only expands the schema or declares its contractions', () => {
  const [first, ...later] = readdirSync(folder).toSorted();
  expect(first).toBe('0001_initial.sql');
  for (const [index, file] of later.entries()) {
    expect(file).toMatch(new RegExp(`^${String(index + 2).padStart(4, '0')}_\\w+\\.sql$`));
    const migration = readFileSync(join(folder, file), 'utf8');
    expect(contractionsIn(migration), file).toEqual([]);
    expect(offlineStatementsIn(migration), file).toEqual([]);
  }
});

test('the simulated migrations of the next release, which load tests apply, follow the rules', () => {
  for (const [name, migration] of Object.entries(nextRelease))
    if (!(name in releasedMigrations)) {
      expect(contractionsIn(migration), name).toEqual([]);
      expect(offlineStatementsIn(migration), name).toEqual([]);
    }
});

test.each([
  ['builds an index while nobody can write', 'create index customer_by_rank on customer (rank);'],
  [
    'builds an index while nobody can write',
    '-- online\ncreate unique index if not exists by_rank on customer (rank);',
  ],
  ['changes rows, not in batches', `update customer set language = 'en_US';`],
  ['changes rows, not in batches', 'alter table customer add column rank int;\ndelete from event;'],
  ['changes rows, not in batches', `-- online\nupdate customer set language = 'en_US';`],
  ['can’t be repeated', '-- online\ncreate index concurrently customer_by_rank on customer (rank);'],
  ['can’t be repeated', '-- online\nalter table customer add column rank int;'],
  ['can’t be repeated', '-- online\ndrop index concurrently customer_by_rank;'],
  [
    'is a transaction, where nothing is concurrent',
    'create index concurrently if not exists by_rank on customer (rank);',
  ],
])('a migration that %s is noticed: %s', (name, sql) => {
  expect(offlineStatementsIn(sql)).toContain(name);
});

test.each([
  'create table note (id text primary key);\ncreate index note_by_id on note (id);',
  'alter table customer add column rank int;',
  'alter table customer add column seen timestamptz default now();',
  'create index event_by_rank on only event (rank);',
  '-- online\ncreate index concurrently if not exists customer_by_rank on customer (rank);',
  '-- online\n-- batch\nupdate customer set rank = 0 where id in (select id from customer where rank is null limit 1000);',
])('accepts a migration that does not block writes: %s', (sql) => {
  expect(offlineStatementsIn(sql)).toEqual([]);
});

test('an online migration is split into statements without comments', () => {
  expect(readOnlineStatements('create table note (id text);')).toBeUndefined();
  expect(
    readOnlineStatements(
      '-- online: because\n-- A comment.\nselect 1;\r\n-- batch\nupdate a\n  set b = 1;\n\nselect 2;\n',
    ),
  ).toEqual([
    { text: 'select 1;', isBatch: false },
    { text: 'update a\n  set b = 1;', isBatch: true },
    { text: 'select 2;', isBatch: false },
  ]);
});

test.each([
  ['drops something', 'alter table customer drop column language;'],
  ['drops something', 'drop table event;'],
  ['renames something', 'alter table customer rename column language to locale;'],
  ['changes a type', 'alter table customer alter column language type int;'],
  ['changes a type', 'alter table customer alter language set data type int;'],
  ['requires a value', 'alter table customer alter column totp_sealed set not null;'],
  ['adds a required column without a default', 'alter table customer add column rank int not null;'],
  ['adds a constraint to existing rows', 'alter table customer add constraint positive check (rank > 0);'],
  ['takes a privilege away', 'revoke insert on customer from wusd_app;'],
])('a migration that %s is noticed: %s', (name, sql) => {
  expect(contractionsIn(`create table note (id text primary key);\n${sql}`)).toContain(name);
});

test.each([
  'create table note (id text primary key, body text not null);',
  'alter table customer add column rank int;',
  'alter table customer add column rank int not null default 0;',
  'alter table customer add column rank int default 0 not null;',
  'alter table customer alter column language drop not null;',
  'create index customer_by_rank on customer (rank);\ndrop index customer_by_name;',
  '-- contracts: no release reads it since 1.4\nalter table customer drop column rank;',
])('accepts a migration that only expands the schema: %s', (sql) => {
  expect(contractionsIn(sql)).toEqual([]);
});
