import { sql } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database/database.ts';
import type { PayoutPort } from '../gateways/payout-port.ts';
import type { Settings } from '../composition/settings.ts';
import { confirmationsOf, payoutAddress, simulatedHash } from './chain.ts';
import * as v from 'valibot';
import { parseJson } from '../platform/json.ts';

/** Payouts are signed as JSON, broadcast into a table, and get confirmations as time passes. */
export function createSimulatedPayouts(db: Db, clock: Clock, pace: Settings['sandboxPace']): PayoutPort {
  return {
    sender: async (networkId) => payoutAddress(networkId),
    dailyLimit: async () => undefined,
    // Unlimited, because the tokens are not real.
    liquidity: async () => 10n ** 30n,
    currentPrice: async () => '1',
    increasedPrice: async (_, offered) => String(Number(offered) + 1),
    replacementPrice: async (_, offered) => String(Number(offered) + 1),
    expectedNonce: async () => 0n,
    async sign({ amount, nonce, ...payout }) {
      const raw = JSON.stringify({ ...payout, amount: amount.toString(), nonce: nonce.toString() });
      return { raw, hash: simulatedHash(payout.networkId, raw) };
    },
    async signCancellation({ nonce, ...payout }) {
      const raw = JSON.stringify({ ...payout, kind: 'cancellation', nonce: nonce.toString() });
      return { raw, hash: simulatedHash(payout.networkId, raw) };
    },
    async broadcast(networkId, raw) {
      await db
        .insertInto('sandbox_broadcast')
        .values({
          network_id: networkId,
          hash: simulatedHash(networkId, raw),
          raw,
          at: clock.now(),
          confirmations: null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    async statusOf({ networkId, sender, nonce, hash }) {
      const sameNonce = await db
        .selectFrom('sandbox_broadcast')
        .selectAll()
        .where('network_id', '=', networkId)
        .where(sql`raw::jsonb ->> 'nonce'`, '=', nonce.toString())
        .where(sql`coalesce(raw::jsonb ->> 'sender', '')`, '=', sender)
        .execute();
      const price = ({ raw }: { raw: string }): number => Number(parseJson(v.object({ price: v.string() }), raw).price);
      const [best] = sameNonce.toSorted((one, another) => price(another) - price(one));
      if (!best) return 'unknown';
      const confirmations = confirmationsOf(clock, pace, best.at, best.confirmations);
      if (best.hash === hash) return { confirmations, isReverted: best.is_reverted };
      return confirmations > 0 ? 'displaced' : 'unknown';
    },
  };
}
