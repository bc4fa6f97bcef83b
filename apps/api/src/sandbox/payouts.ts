import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import * as v from 'valibot';
import type { Settings } from '../composition/settings.ts';
import { type Exclusion, type NonceOffer, PayoutRejected, type PayoutPort } from '@wusd/payouts/payout-port';
import type { Clock } from '@wusd/server-kit/clock';
import type { Db } from '../platform/database/database.ts';
import { parseJson } from '@wusd/server-kit/json';
import { cryptoCurrencies } from '@wusd/server-kit/registry/currencies';
import { familyOf, type NetworkFamily } from '@wusd/server-kit/registry/networks';
import { confirmationsOf, payoutAddress, simulatedHash } from './chain.ts';

/** Time until a simulated payout on Tron expires. */
const lifetimeMs = 5 * 60_000;
/** Number of nonces per offer on networks without consecutive nonces. */
const offered = 50;

/**
 * Nonces by network family: consecutive numbers, durable nonce accounts, or an expiration that no two payouts share.
 */
const offers = {
  evm: () => ({ from: 0n }),
  stellar: () => ({ from: 1n }),
  solana: () => ({ anyOf: Array.from({ length: offered }, () => `${randomInt(2 ** 47)}`) }),
  tron: (now) => ({ anyOf: Array.from({ length: offered }, (_, index) => `${now.getTime() + lifetimeMs + index}`) }),
} satisfies Record<NetworkFamily, (now: Date) => NonceOffer>;

const exclusionOn = (networkId: number): Exclusion => (familyOf(networkId) === 'tron' ? 'expiry' : 'nonce');

/** Simulates payouts: they are signed as JSON, stored in a table, and gain confirmations as time passes. */
export function createSimulatedPayouts(db: Db, clock: Clock, pace: Settings['sandboxPace']): PayoutPort {
  const hasExpired = (networkId: number, nonce: string): boolean =>
    exclusionOn(networkId) === 'expiry' && clock.now().getTime() > Number(nonce);
  return {
    exclusion: async (networkId) => exclusionOn(networkId),
    sender: async (networkId) => payoutAddress(networkId),
    dailyLimit: async () => undefined,
    // Unlimited, because the tokens are not real.
    liquidity: async () => 10n ** 30n,
    affordablePayouts: async () => undefined,
    paidFee: async () => undefined,
    recipientProblem: async () => undefined,
    currentPrice: async () => '1',
    increasedPrice: async (_, price) => String(Number(price) + 1),
    replacementPrice: async (_, price) => String(Number(price) + 1),
    nonces: async (networkId) => offers[familyOf(networkId)](clock.now()),
    async sign({ amount, ...payout }) {
      if (!cryptoCurrencies.some((each) => each === payout.currency))
        throw new PayoutRejected(`${payout.currency} has no token on network ${payout.networkId}`, 'not-configured');
      const raw = JSON.stringify({ ...payout, amount: amount.toString() });
      return { raw, hash: simulatedHash(payout.networkId, raw) };
    },
    async signCancellation(payout) {
      if (exclusionOn(payout.networkId) === 'expiry')
        throw new PayoutRejected('Payouts on this network expire', 'not-cancellable');
      const raw = JSON.stringify({ ...payout, kind: 'cancellation' });
      return { raw, hash: simulatedHash(payout.networkId, raw) };
    },
    async broadcast(networkId, raw) {
      if (hasExpired(networkId, parseJson(v.object({ nonce: v.string() }), raw).nonce)) return;
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
        .where(sql`raw::jsonb ->> 'nonce'`, '=', nonce)
        .where(sql`coalesce(raw::jsonb ->> 'sender', '')`, '=', sender)
        .execute();
      const price = ({ raw }: { raw: string }): number => Number(parseJson(v.object({ price: v.string() }), raw).price);
      const [best] = sameNonce.toSorted((one, another) => price(another) - price(one));
      if (!best) return hasExpired(networkId, nonce) ? 'expired' : 'unknown';
      const confirmations = confirmationsOf(clock, pace, best.at, best.confirmations);
      if (confirmations === 0 && hasExpired(networkId, nonce)) return 'expired';
      if (best.hash === hash) return { confirmations, isReverted: best.is_reverted };
      return confirmations > 0 ? 'displaced' : 'unknown';
    },
  };
}
