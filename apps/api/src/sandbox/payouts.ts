import { createHash } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Db } from '../database/database.ts';
import type { PayoutPort } from '../ports/index.ts';
import type { Settings } from '../settings.ts';
import { depthOf } from './chain.ts';

/** What leaves: signed as JSON, sent into a table, and in blocks with time. */
export function createSimulatedPayouts(db: Db, clock: Clock, pace: Settings['sandboxPace']): PayoutPort {
  const hashOf = (raw: string): string => `0x${createHash('sha256').update(raw).digest('hex')}`;
  return {
    async sign({ amount, nonce, ...payout }) {
      const raw = JSON.stringify({ ...payout, amount: amount.toString(), nonce: nonce.toString() });
      return { raw, hash: hashOf(raw) };
    },
    async broadcast(networkId, raw) {
      await db
        .insertInto('sandbox_broadcast')
        .values({ network_id: networkId, hash: hashOf(raw), raw, at: clock.now(), confirmations: null })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    async statusOf(networkId, hash) {
      const row = await db
        .selectFrom('sandbox_broadcast')
        .selectAll()
        .where('network_id', '=', networkId)
        .where('hash', '=', hash)
        .executeTakeFirst();
      if (!row) return 'unknown';
      return { confirmations: depthOf(clock, pace, row.at, row.confirmations), isReverted: row.is_reverted };
    },
  };
}
