import { beforeAll, describe, expect, test } from 'vitest';
import pg from 'pg';
import { createDatabase } from '../testing/harness.ts';

// A distributed PostgreSQL can shard the schema by customer. See docs/decisions/0047-sharding-and-partitions.md.

/** The column by which a table is sharded, if it is not `customer_id`. */
const shardedBy: Record<string, string> = {
  customer: 'id',
  // Challenges and failures also exist for unknown accounts.
  challenge: 'owner',
  one_time_code: 'owner',
  login_failure: 'account_index',
  factor_failure: 'account',
  access_failure: 'account',
};

/**
 * The keys of the ledger are ids, so that unique keys allow each transfer, reversal and hold resolution only once.
 * A shard has the accounts of its customers with their postings and holds.
 */
const ledgerTables = new Set([
  'account',
  'transfer',
  'posting',
  'posting_pending',
  'hold',
  'hold_event',
  'chain_block',
  'chain_member',
  'chain_pending',
]);

/** Settings by operators. Every shard has a copy. */
const referenceTables = new Set([
  'asset',
  'fiat_deposit_terms',
  'fiat_limit',
  'network_terms',
  'rail_fee',
  'swap_limit',
  'swap_terms',
  'withdrawal_limit',
]);

/** Tables that are not sharded by customer, with the reason. */
const globalTables: Record<string, string> = {
  migration_checksum: 'the schema itself',
  clock: 'the time of the nodes',
  sealing_key: 'keys of the nodes',
  data_key: 'keys of the nodes',
  throttle: 'rate limits of recipients and addresses',
  job_lease: 'queues of the nodes',
  job_failure: 'queues of the nodes',
  operator_alert: 'for operators, about any entity',
  payout_hold: 'one row for each network or bank',
  reconciliation_run: 'for operators, about all customers',
  message: 'the outbox, read by queue',
  feedback: 'for operators, from visitors too',
  feedback_attachment: 'for operators, from visitors too',
  registration: 'directory: an address registers before it has a customer',
  customer_email: 'directory: an email address names its customer',
  customer_reference: 'directory: the reference on a wire names its customer',
  passkey_credential: 'directory: a credential names its customer',
  derivation: 'directory: each customer has a key index, in one sequence',
  deposit_address: 'directory: an address on a network names its customer',
  deposit_seen: 'claims what a network names: each transfer is a deposit once',
  unmatched_transfer: 'claims what a network names, before its customer is known',
  bank_line: 'claims what a bank names: each line is booked once',
  signed_tx: 'nonces of a sender, in one sequence for all customers',
  payout_approval: 'read by the signer, by payout',
  payout_order: 'nonces of a sender, in one sequence for all customers',
  payout_sender: 'nonces of a sender, in one sequence for all customers',
  payout_usage: 'nonces of a sender, in one sequence for all customers',
  unbooked_payout: 'claims what the signer names, before its customer is known',
  unbooked_payout_approval: 'of operators, about a payout before its customer is known',
  supply_order: 'of operators, about the supply of a network',
  supply_approval: 'of operators, about the supply of a network',
  network_head: 'state of a network',
  network_fee: 'fees of our own transactions on a network',
  scan_cursor: 'state of a network',
  sandbox_identity: 'simulated provider',
  sandbox_message: 'simulated provider',
  sandbox_transfer: 'simulated provider',
  sandbox_broadcast: 'simulated provider',
  sandbox_statement: 'simulated provider',
  sandbox_payment: 'simulated provider',
};

interface Column {
  table: string;
  column: string;
  nullable: boolean;
}
interface Key {
  name: string;
  table: string;
  columns: string[];
}
interface Reference {
  name: string;
  from: string;
  to: string;
  pairs: string[];
}

let columns: Column[];
let keys: Key[];
let references: Reference[];

beforeAll(async () => {
  const client = new pg.Client({ connectionString: await createDatabase() });
  await client.connect();
  try {
    const ours = `relnamespace = 'public'::regnamespace and not relispartition and relname not like 'kysely_%'`;
    const { rows: foundColumns } = await client.query<Column>(`
      select c.relname as table, a.attname as column, not a.attnotnull as nullable
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where ${ours} and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped`);
    const { rows: foundKeys } = await client.query<Key>(`
      select i.indexrelid::regclass::text as name, c.relname as table, array(
        select coalesce(a.attname::text, '(expression)')
        from unnest(i.indkey) with ordinality as k(attnum, place)
        left join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum order by k.place
      ) as columns
      from pg_index i join pg_class c on c.oid = i.indrelid where ${ours} and i.indisunique`);
    const { rows: foundReferences } = await client.query<Reference>(`
      select k.conname as name, k.conrelid::regclass::text as from, k.confrelid::regclass::text as to, array(
        select f.attname || '=' || t.attname from unnest(k.conkey, k.confkey) as pair(f, t)
        join pg_attribute f on f.attrelid = k.conrelid and f.attnum = pair.f
        join pg_attribute t on t.attrelid = k.confrelid and t.attnum = pair.t
      ) as pairs
      from pg_constraint k join pg_class c on c.oid = k.conrelid where ${ours} and k.contype = 'f' and k.conparentid = 0`);
    columns = foundColumns;
    keys = foundKeys;
    references = foundReferences;
  } finally {
    await client.end();
  }
});

type Placement = 'reference' | 'global' | 'ledger' | 'sharded';

function placementOf(table: string): Placement {
  if (referenceTables.has(table)) return 'reference';
  if (ledgerTables.has(table)) return 'ledger';
  return table in globalTables ? 'global' : 'sharded';
}

const shardColumn = (table: string): string => shardedBy[table] ?? 'customer_id';

test('every table is sharded or listed as a reference, global or ledger table, and each list names existing tables', () => {
  const tables = new Set(columns.map(({ table }) => table));
  const listed = [...Object.keys(shardedBy), ...referenceTables, ...ledgerTables, ...Object.keys(globalTables)];
  expect(listed.filter((table) => !tables.has(table))).toEqual([]);
  expect(listed.filter((table, index) => listed.indexOf(table) !== index)).toEqual([]);
  const unplaced = [...tables].filter(
    (table) =>
      placementOf(table) === 'sharded' &&
      !columns.some((column) => column.table === table && column.column === shardColumn(table) && !column.nullable),
  );
  expect(unplaced).toEqual([]);
});

test('each unique key of a sharded table starts with its shard column', () => {
  const sharded = keys.filter(({ table }) => placementOf(table) === 'sharded');
  expect(sharded.length).toBeGreaterThan(40);
  expect(sharded.filter(({ table, columns: [first] }) => first !== shardColumn(table))).toEqual([]);
});

describe('no foreign key crosses shards', () => {
  test('from a sharded table, it leads to a reference table or to the same shard', () => {
    const from = references.filter((reference) => placementOf(reference.from) === 'sharded');
    expect(from.length).toBeGreaterThan(30);
    const crossing = from.filter(({ from: table, to, pairs }) => {
      const placement = placementOf(to);
      if (placement === 'reference') return false;
      const target = placement === 'ledger' ? 'owner' : shardColumn(to);
      return placement === 'global' || !pairs.includes(`${shardColumn(table)}=${target}`);
    });
    expect(crossing).toEqual([]);
  });

  test('from the ledger, it leads to a reference or ledger table, and does not join a leg to its transfer', () => {
    const from = references.filter((reference) => placementOf(reference.from) === 'ledger');
    expect(from.length).toBeGreaterThan(5);
    expect(from.filter(({ to }) => !['reference', 'ledger'].includes(placementOf(to)))).toEqual([]);
    const legs = new Set(['posting', 'posting_pending', 'hold_event']);
    expect(from.filter(({ from: table, to }) => legs.has(table) && to === 'transfer')).toEqual([]);
  });

  test('from a global or reference table, it leads to neither a sharded nor a ledger table', () => {
    const from = references.filter((reference) => ['global', 'reference'].includes(placementOf(reference.from)));
    expect(from.length).toBeGreaterThan(1);
    expect(from.filter(({ to }) => ['sharded', 'ledger'].includes(placementOf(to)))).toEqual([]);
  });
});
