import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nextRelease } from '../../../testing/next-release.ts';
import { readOnlineStatements } from './apply-migration.ts';
import { releasedMigrations } from './migrator.ts';

// Nodes of the release before run on a migrated schema during a deployment: docs/decisions/0044-one-initial-schema.md.

/** Statements that code of the release before may not survive. */
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

/** Constraints and values for which PostgreSQL reads or writes the whole table under a lock. */
const slowColumn =
  /\badd\s+(?:column\s+)?(?:if not exists\s+)?\w+\s[^,;]*\b(?:unique|references|primary key|generated always as|default\s+(?!now\(\))\w+\()/i;

/** What keeps others waiting for as long as it takes to read a table, or can't go on after an interruption. */
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

/** A statement after this comment contracts on purpose: the release before no longer uses what it removes. */
const intended = /-- contracts: .+\n[^;]*;/g;

function contractionsIn(sql: string): string[] {
  const statements = sql.replaceAll(intended, '').replaceAll(/--.*$/gm, '');
  return Object.keys(contractions).filter((name) => contractions[name]?.test(statements));
}

const folder = join(import.meta.dirname, 'migrations');

test('a migration after the first one only expands, or says that it contracts', () => {
  const [first, ...later] = readdirSync(folder).toSorted();
  expect(first).toBe('0001_initial.sql');
  for (const [index, file] of later.entries()) {
    expect(file).toMatch(new RegExp(`^${String(index + 2).padStart(4, '0')}_\\w+\\.sql$`));
    const migration = readFileSync(join(folder, file), 'utf8');
    expect(contractionsIn(migration), file).toEqual([]);
    expect(offlineStatementsIn(migration), file).toEqual([]);
  }
});

test('the migrations of the release after this one, which tests apply under load, keep the rules', () => {
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
])('a migration beside which everybody can write is let through: %s', (sql) => {
  expect(offlineStatementsIn(sql)).toEqual([]);
});

test('an online migration is read as its statements, without comments', () => {
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
])('a migration that only expands is let through: %s', (sql) => {
  expect(contractionsIn(sql)).toEqual([]);
});
