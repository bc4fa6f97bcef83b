import { createHash, createSecretKey, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import { type Db, liftTimeLimits, transact, type Trx } from '../database/database.ts';
import { keyIdLength, type Keyring, openUnder, sealUnder } from './vault.ts';

/** How long after it was made a key begins to seal: by then every node has read it. */
const restMs = 2 * 60_000;

export interface MasterKeys {
  current: Buffer;
  /** Those before it, for as long as a key may still be wrapped under one. */
  retired: readonly Buffer[];
}

/**
 * The keys of the vault as they are kept: each wrapped under the master key (envelope encryption), so that a new master key is
 * a matter of wrapping a few keys anew, and a new key for the data one of sealing row by row while the server runs.
 */
export interface KeyringStore {
  current(): Keyring;
  /** Reads what another node has made meanwhile. */
  refresh(): Promise<void>;
  /** Makes a key that all is sealed under from a while from now on. @returns when that is */
  makeSealingKey(trx: Trx): Promise<Date>;
}

interface Row {
  id: string;
  kind: 'sealing' | 'indexing';
  wrapped: Buffer;
  wrapped_by: string;
  active_from: Date;
}

/** @throws Error where a key is wrapped under a master key that is not among these */
export async function loadKeyring(db: Db, clock: Clock, masters: MasterKeys): Promise<KeyringStore> {
  await transact(db, async (trx) => {
    // Nodes that start together on an empty database must not each make a set.
    await liftTimeLimits(trx);
    await sql`select pg_advisory_xact_lock(7350004)`.execute(trx);
    const rows = await trx.selectFrom('data_key').selectAll().execute();
    if (rows.length === 0) {
      const now = clock.now();
      await insert(trx, masters.current, 'sealing', now, now);
      await insert(trx, masters.current, 'indexing', now, now);
    }
    for (const row of rows.filter(({ wrapped_by: by }) => by !== nameOf(masters.current))) {
      const wrapped = wrap(masters.current, unwrap(row, masters), row);
      // oxlint-disable-next-line no-await-in-loop -- a handful of keys, once after the master key has changed
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

/** Tells master keys apart without telling anything of them. */
function nameOf(master: Buffer): string {
  return createHash('sha256').update('wusd master key 1').update(master).digest('hex').slice(0, 8);
}
