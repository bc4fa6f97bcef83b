// Generates the types of all tables from the catalogue of a database with the current schema.
//
//   node scripts/database-types.ts
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@wusd/server-kit/connections';
import { createTestDatabase, startTestPostgres } from '../testing/databases.ts';

export const typesFile = join(import.meta.dirname, '../src/platform/database/generated/tables.ts');

/** Types that the catalogue can't express. Nullability and defaults are added; capitalised names are imported. */
const columnTypes: Record<string, string> = {
  'access_failure.factor': "Factor | ''",
  'audit_log.details': 'Json<Details>',
  'auto_redemption_run.status': 'RunStatus',
  'bank_account.status': 'DestinationStatus',
  'blockchain_address.status': 'DestinationStatus',
  'challenge.groups': 'Json<CheckGroups>',
  'crypto_transaction.status': 'DepositStatus | WithdrawalStatus',
  'event.payload': 'Json<Details>',
  'event.type': 'EventType',
  'customer.notifications_off': 'Json<NotificationSwitch[]>',
  'export_job.filter': 'Json<Record<string, unknown>>',
  'export_job.scopes': 'Json<string[]>',
  'fiat_transaction.status': 'FiatDepositStatus | FiatWithdrawalStatus',
  'job_failure.error': 'Json<Record<string, unknown>>',
  'operator_alert.details': 'Json<Details>',
  'operator_alert.kind': 'AlertKind',
  'otc_order.status': 'OrderStatus',
  'passkey.transports': 'Json<string[]>',
  'sandbox_message.channel': "'email' | 'sms'",
  'sandbox_statement.kind': "'credit' | 'debit' | 'return' | 'refusal'",
  'sealing_key.public_jwk': 'Json<SealingJwk>',
  'state_log.actor': 'Actor',
  'supply_order.kind': "'mint' | 'burn'",
  'supply_order.status': "'pending approval' | 'approved' | 'sent' | 'completed' | 'cancelled'",
  'verification_document.kind': 'VerificationKind',
  'verification_document.status': 'VerificationDocumentStatus',
  'verification_person.status': 'VerificationPersonStatus',
};
/** Modules of the names in `columnTypes`, as the generated file imports them. */
const modules = {
  '../../alerts/alerts.ts': /^AlertKind$/,
  kysely: /^(ColumnType|Generated)$/,
  '../column-types.ts': /./,
};

/** Types that the driver returns, by PostgreSQL type. */
const scalars: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Buffer',
  int4: 'number',
  int8: 'string',
  numeric: 'string',
  text: 'string',
  timestamptz: 'Date',
  tsvector: 'string',
};

interface Column {
  table: string;
  name: string;
  type: string;
  nullable: boolean;
  has_default: boolean;
  computed: boolean;
  /** Definition of a check constraint on this column alone. */
  check: string | null;
}

/** @param url of a database with the current schema @returns the source of the generated file */
export async function generateDatabaseTypes(url: string): Promise<string> {
  const client = createClient({ connectionString: url });
  await client.connect();
  try {
    // The catalogue reports all columns of views as nullable.
    const { rows } = await client.query<Column>(`
      select c.relname as table, a.attname as name, t.typname as type,
        not a.attnotnull and c.relkind <> 'v' as nullable,
        a.atthasdef as has_default,
        a.attidentity = 'a' or a.attgenerated <> '' as computed,
        (select max(pg_get_constraintdef(k.oid)) from pg_constraint k
          where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]) as check
      from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition and a.attnum > 0 and not a.attisdropped
        and c.relname not like 'kysely_%'
      order by c.relname, a.attnum
    `);
    return renderTypes(rows);
  } finally {
    await client.end();
  }
}

function renderTypes(columns: readonly Column[]): string {
  const unknown = Object.keys(columnTypes).filter(
    (path) => !columns.some(({ table, name }) => path === `${table}.${name}`),
  );
  if (unknown.length > 0) throw new Error(`columnTypes names columns that do not exist: ${unknown.join(', ')}`);
  const tables = Map.groupBy(columns, ({ table }) => table);
  const body = [...tables].map(
    ([table, own]) =>
      `  ${table}: {\n${own.map((column) => `    ${column.name}: ${typeOf(column)};\n`).join('')}  };\n`,
  );
  const code = `export interface Database {\n${body.join('')}}\n`;
  return `// Written by scripts/database-types.ts from the catalogue: don't edit it.\n${importsOf(code)}\n${code}`;
}

function typeOf({ table, name, type, nullable, has_default, computed, check }: Column): string {
  const known = columnTypes[`${table}.${name}`] ?? valuesOf(check) ?? scalars[type];
  if (known === undefined) throw new Error(`${table}.${name} is of type ${type}: add it to scalars or columnTypes`);
  const whole = nullable ? `${known} | null` : known;
  if (computed) return `ColumnType<${whole}, never, never>`;
  return has_default ? `Generated<${whole}>` : whole;
}

/** A union of the values that a check constraint lists. */
function valuesOf(check: string | null): string | undefined {
  const [, list] = /= ANY \(ARRAY\[(.*)\]\)/.exec(check ?? '') ?? [];
  return list?.replaceAll('::text', '').replaceAll(', ', ' | ');
}

function importsOf(code: string): string {
  const names = new Set([...code.replaceAll(/'[^']*'/g, '').matchAll(/\b[A-Z]\w+/g)].map(([name]) => name));
  for (const builtIn of ['Database', 'Buffer', 'Date', 'Record']) names.delete(builtIn);
  const moduleOf = (name: string): string | undefined =>
    Object.entries(modules).find(([, pattern]) => pattern.test(name))?.[0];
  const byModule = Map.groupBy([...names].toSorted(), moduleOf);
  return [...byModule]
    .map(([module, own]) => `import type { ${own.join(', ')} } from '${module}';\n`)
    .toSorted()
    .join('');
}

if (import.meta.main) {
  const server = await startTestPostgres(join(import.meta.dirname, '../../../.data/types-postgres'));
  try {
    writeFileSync(typesFile, await generateDatabaseTypes(await createTestDatabase(server.url)));
  } finally {
    await server.stop();
  }
}
