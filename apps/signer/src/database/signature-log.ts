import { createHash } from 'node:crypto';
import type { LoggedSignature } from '@wusd/payouts/signer-protocol';
import type { Db, SignerDatabase, Trx } from './database.ts';

type Row = SignerDatabase['signature'];
export type SignatureRow = Row;
export type NewSignature = Omit<Row, 'position' | 'digest'>;

/** Digest that precedes the first row. */
const start = Buffer.alloc(32);

function digestOf(before: Uint8Array, row: Omit<Row, 'digest'>): Buffer {
  const { position, payout_id, attempt, network_id, sender, nonce, kind, recipient, memo, currency, amount } = row;
  const { price, raw, hash, operators, credential_id, signed_at } = row;
  const text = JSON.stringify([
    [position, payout_id, attempt, network_id, sender, nonce, kind, recipient, memo, currency, amount],
    [price, raw, hash, operators, credential_id?.toString('hex') ?? null, signed_at.toISOString()],
  ]);
  return createHash('sha256').update(before).update(text).digest();
}

/**
 * Appends a signature to the log. Requires `withSigningLock`, because each row's digest includes the previous digest.
 */
export async function appendSignature(trx: Trx, signature: NewSignature): Promise<void> {
  const last = await trx
    .selectFrom('signature')
    .select(['position', 'digest'])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  const row = { ...signature, position: String(BigInt(last?.position ?? 0) + 1n) };
  await trx
    .insertInto('signature')
    .values({ ...row, digest: digestOf(last?.digest ?? start, row) })
    .execute();
}

export interface LogState {
  /** Position of the first row that was changed or follows a missing row; undefined if the log is intact. */
  broken: string | undefined;
  /** The last row. A copy of it elsewhere reveals whether rows at the end were deleted. */
  last: { position: string; digest: string };
}

/** Reads the whole log, and verifies each row's digest and position. */
export async function verifyLog(db: Db): Promise<LogState> {
  let before: Buffer = start;
  let position = 0n;
  const state = (broken?: string): LogState => ({
    broken,
    last: { position: String(position), digest: before.toString('hex') },
  });
  for (;;) {
    const page = await db
      .selectFrom('signature')
      .selectAll()
      .where('position', '>', String(position))
      .orderBy('position')
      .limit(500)
      .execute();
    if (page.length === 0) return state();
    for (const row of page) {
      if (BigInt(row.position) !== position + 1n || !digestOf(before, row).equals(row.digest))
        return state(row.position);
      before = row.digest;
      position += 1n;
    }
  }
}

/** Maximum number of signatures per page. */
const pageSize = 500;

/** Returns a page of signatures since a time, after a position. */
export async function readSignedSince(db: Db, since: Date, after: string): Promise<LoggedSignature[]> {
  const rows = await db
    .selectFrom('signature')
    .select(['position', 'payout_id as payoutId', 'attempt', 'network_id as networkId', 'sender', 'nonce', 'kind'])
    .select(['recipient as to', 'memo', 'currency', 'amount', 'price', 'raw', 'hash', 'signed_at as signedAt'])
    .where('signed_at', '>=', since)
    .where('position', '>', after)
    .orderBy('position')
    .limit(pageSize)
    .execute();
  return rows.map((row) => ({ ...row, signedAt: row.signedAt.toISOString() }));
}
