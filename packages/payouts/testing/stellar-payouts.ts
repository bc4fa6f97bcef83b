import { FeeBumpTransaction, TransactionBuilder } from '@stellar/stellar-sdk/base';
import { beforeEach } from 'vitest';
import type { Payout } from '../src/payout-port.ts';
import { depositAccount, networkId, passphrase, payoutAddress, startStellar } from './stellar-world.ts';
import { anyAttempt } from './any-attempt.ts';

/** Starts a double of Stellar and a payout adapter. Each test begins with the next sequence number. */
export async function startStellarPayouts() {
  const world = await startStellar();
  const { payouts } = world.adapter;
  const sender = payoutAddress;
  let nonce = '';
  beforeEach(async () => {
    const offer = await payouts.nonces(networkId);
    nonce = 'from' in offer ? offer.from.toString() : '';
  });
  const payout = (changes: Partial<Payout> = {}): Payout => ({
    ...anyAttempt,
    networkId,
    sender,
    nonce,
    to: depositAccount,
    currency: 'WUSD',
    amount: 2n * 10n ** 18n,
    price: '100',
    ...changes,
  });
  return {
    ...world,
    payouts,
    sender,
    payout,
    nextNonce: (): string => nonce,
    statusOf: (signed: { raw: string; hash: string }) => payouts.statusOf({ networkId, sender, nonce, ...signed }),
    decode(raw: string): FeeBumpTransaction {
      const decoded = TransactionBuilder.fromXdr(raw, passphrase);
      if (!(decoded instanceof FeeBumpTransaction)) throw new TypeError('Not a fee bump');
      return decoded;
    },
    balance: (id: string): bigint => world.trustLine(world.network.latest().accounts, id).balance,
  };
}
