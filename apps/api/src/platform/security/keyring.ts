import { createHash, createSecretKey, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock } from '@wusd/server-kit/clock';
import { type Db, liftTimeLimits, transact, type Trx } from '../database/database.ts';
import { keyIdLength, type Keyring, openUnder, sealUnder } from './vault.ts';
import { advisoryLocks } from '../database/advisory-locks.ts';

/** A new key is used for sealing only after this time, when every node has read it. */
const restMs = 2 * 60_000;

export interface MasterKeys {
  current: Buffer;
  /** Previous master keys, needed while any key is still wrapped under one. */
  retired: readonly Buffer[];
}

/**
 * The vault's stored keys, each wrapped under the master key (envelope encryption). Rotating the master key rewraps a
 * few keys; rotating the data key re-encrypts rows one by one while the server runs.
 */
export interface KeyringStore {
  current(): Keyring;
  /** Reads keys that other nodes have created. */
  refresh(): Promise<void>;
  /** Creates a key. @returns the time from which it is used for sealing */
  makeSealingKey(trx: Trx): Promise<Date>;
}

interface Row {
  id: string;
  kind: 'sealing' | 'indexing';
  wrapped: Buffer;
  wrapped_by: string;
  active_from: Date;
}

/** @throws Error if a key is wrapped under a master key that is not configured */
export async function loadKeyring(db: Db, clock: Clock, masters: MasterKeys): Promise<KeyringStore> {
  await transact(db, async (trx) => {
    // The lock prevents nodes that start concurrently on an empty database from creating several keys.
    await liftTimeLimits(trx);
    await sql`select pg_advisory_xact_lock(${advisoryLocks.keyring})`.execute(trx);
    const rows = await trx.selectFrom('data_key').selectAll().execute();
    if (rows.length === 0) {
      const now = clock.now();
      await insert(trx, masters.current, 'sealing', now, now);
      await insert(trx, masters.current, 'indexing', now, now);
    }
    for (const row of rows.filter(({ wrapped_by: by }) => by !== nameOf(masters.current))) {
      const wrapped = wrap(masters.current, unwrap(row, masters), row);
      await trx
        .updateTable('data_key')
        .set({ wrapped, wrapped_by: nameOf(masters.current) })
        .where('id', '=', row.id)
        .execute();
    }
  });

  const read = async () => {
    const rows = await db.selectFrom('data_key').selectAll().orderBy('active_from').execute();
    return rows.map((row) => ({ ...row, key: createSecretKey(unwrap(row, masters)) }));
  };
  let keys = await read();
  return {
    current() {
      const now = clock.now();
      const sealing = keys.filter(({ kind }) => kind === 'sealing');
      const indexing = keys.find(({ kind }) => kind === 'indexing');
      const current = sealing.findLast(({ active_from: from }) => from <= now) ?? sealing[0];
      if (!current || !indexing) throw new Error('The database has no keys');
      return {
        sealing: new Map(sealing.map(({ id, key }) => [id, key])),
        current: current.id,
        indexing: indexing.key,
      };
    },
    async refresh() {
      keys = await read();
    },
    async makeSealingKey(trx) {
      const now = clock.now();
      const activeFrom = new Date(now.getTime() + restMs);
      await insert(trx, masters.current, 'sealing', now, activeFrom);
      return activeFrom;
    },
  };
}

async function insert(trx: Trx, master: Buffer, kind: Row['kind'], now: Date, activeFrom: Date): Promise<void> {
  const id = randomBytes(keyIdLength / 2).toString('hex');
  await trx
    .insertInto('data_key')
    .values({
      id,
      kind,
      wrapped: wrap(master, randomBytes(32), { id, kind }),
      wrapped_by: nameOf(master),
      created_at: now,
      active_from: activeFrom,
    })
    .execute();
}

function wrap(master: Buffer, key: Buffer, { id, kind }: Pick<Row, 'id' | 'kind'>): Buffer {
  return sealUnder(master, 'data key', key.toString('base64'), `data-key:${kind}:${id}`);
}

function unwrap({ id, kind, wrapped, wrapped_by: by }: Row, { current, retired }: MasterKeys): Buffer {
  const master = [current, ...retired].find((each) => nameOf(each) === by);
  if (!master) throw new Error(`Key ${id} is wrapped under master key ${by}, which this server was not given`);
  return Buffer.from(openUnder(master, 'data key', wrapped, `data-key:${kind}:${id}`), 'base64');
}

/** Returns an identifier of a master key that reveals nothing about it. */
function nameOf(master: Buffer): string {
  return createHash('sha256').update('wusd master key 1').update(master).digest('hex').slice(0, 8);
}
