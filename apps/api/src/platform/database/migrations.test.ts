import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

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
    expect(contractionsIn(readFileSync(join(folder, file), 'utf8')), file).toEqual([]);
  }
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
