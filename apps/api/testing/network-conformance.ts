import { toMinor } from '@wusd/api-sdk/money';
import { beforeAll, expect, test } from 'vitest';
import { parseAddress } from '../src/domains/destinations/blockchain-addresses/address-formats.ts';
import { finalityDepth } from '@wusd/payouts/finality';
import type { ChainTransfer, RecordedTransfer } from '@wusd/payouts/chain-port';
import type { NetworkAdapter } from '@wusd/payouts/networks';
import { maySignAnew, type NonceOffer, type Payout, type PayoutStatus } from '@wusd/payouts/payout-port';
import { anyAttempt } from '@wusd/payouts/testing/any-attempt';

/** A network with a token, whose time the test controls. */
export interface World extends NetworkAdapter {
  networkId: number;
  /** The currency of the token that is sent. */
  currency: string;
  /** Runs before the first test: gives the payout address tokens and coins for fees. */
  begin(): Promise<void>;
  /** Transfers the token to a deposit target in a block. @returns the transaction */
  receive(to: { address: string; memo?: string }, amount: string): Promise<string>;
  /** Adds blocks. */
  blocks(count: number): Promise<void>;
  /** Blocks until a transaction is final. @default 6 */
  finalBlocks?: number;
  /** Reorganises the chain to a state before a transaction. Undefined if the network does not reorganise. */
  takeBack?: (hash: string) => Promise<void>;
  /** Whether payouts cost a fee. @default true */
  hasFees?: boolean;
  /** Raises the network's price above the offered one. Undefined if an attempt can't be replaced at a higher price. */
  costsMore?: () => Promise<void>;
  /** If attempts expire: adds solid blocks until after the expiration of signed attempts. */
  expire?: () => Promise<void>;
  /** Returns a new address that can receive payouts. */
  stranger(): Promise<string>;
  /** A hash of no transaction, in the network's format. */
  unknownHash: string;
  /**
   * An amount in minor units at the ledger's scale that the token can't represent. Undefined if it can represent all.
   */
  unrepresentable?: bigint;
}

/** Tests that every network must pass, including simulated networks. Call it within a `describe`. */
export function conforms(world: World): void {
  const { chain, payouts, networkId, currency, finalBlocks = 6 } = world;
  let addresses: string[] = [];
  const targetOf = async (key: bigint) => {
    const target = await chain.depositTarget(networkId, key);
    addresses = [...new Set([...addresses, target.address])];
    return target;
  };
  const tail = async (): Promise<bigint> => {
    let cursor = 0n;
    for (;;) {
      const read = await chain.transfersSince(networkId, cursor, addresses);
      if (read.cursor === cursor) return cursor;
      ({ cursor } = read);
    }
  };
  const readAfter = async (cursor: bigint) => chain.transfersSince(networkId, cursor, addresses);
  const stateOf = async (transfer: ChainTransfer | Omit<RecordedTransfer, 'isCredited'>, isCredited = false) =>
    (await chain.inspect(networkId, [{ ...transfer, isCredited }])).states[0];

  let sender = '';
  let given: string | undefined;
  const firstOf = (offer: NonceOffer): string => {
    if ('from' in offer)
      return (given !== undefined && BigInt(given) >= offer.from ? BigInt(given) + 1n : offer.from).toString();
    const free = offer.anyOf.find((each) => each !== given);
    if (free === undefined) throw new Error('No nonce is free');
    return free;
  };
  const nextNonce = async (): Promise<string> => {
    given = firstOf(await payouts.nonces(networkId));
    return given;
  };
  const payout = async (nonce: string, price: string, amount = '3.5'): Promise<Payout> => ({
    ...anyAttempt,
    networkId,
    sender,
    nonce,
    price,
    to: await world.stranger(),
    currency,
    amount: toMinor(amount, 18),
  });
  const statusOf = (nonce: string, signed: { raw: string; hash: string }): Promise<PayoutStatus> =>
    payouts.statusOf({ networkId, sender, nonce, ...signed });

  beforeAll(async () => {
    await world.begin();
    sender = await payouts.sender(networkId);
  });

  test('derives a constant address for each customer in the network’s format', async () => {
    const [first, again, second] = await Promise.all([1n, 1n, 2n].map(targetOf));
    expect(again).toEqual(first);
    expect(second).not.toEqual(first);
    expect(parseAddress(networkId, first?.address ?? '')).toBe(first?.address);
  });

  test('finds a received transfer with its exact amount, and finds it again by its transaction', async () => {
    const target = await targetOf(3n);
    const cursor = await tail();
    const hash = await world.receive(target, '1234.567891');
    const read = await readAfter(cursor);
    expect(read.cursor).toBeGreaterThan(cursor);
    const found = read.transfers.find((each) => each.hash === hash);
    expect(found).toMatchObject({ networkId, ...target, currency, amount: 1_234_567_891_000_000_000_000n });
    expect(found?.sender).not.toBe('');
    expect(await chain.transfersOf(networkId, hash)).toEqual([found]);
    expect(await chain.transfersOf(networkId, world.unknownHash)).toEqual([]);
  });

  test('counts the blocks on top of a transfer', async () => {
    const target = await targetOf(4n);
    const cursor = await tail();
    const hash = await world.receive(target, '10');
    const found = (await readAfter(cursor)).transfers.find((each) => each.hash === hash);
    if (!found) throw new Error('Nothing came');
    expect(await stateOf(found)).toEqual({ state: 'included', block: found.block, confirmations: 1 });
    await world.blocks(4);
    expect(await stateOf(found)).toMatchObject({ state: 'included', confirmations: 5 });
    expect(await stateOf(found, true)).toMatchObject({ state: 'included', confirmations: 5 });
  });

  test('proves that another block replaced the block of a transfer', async () => {
    if (!world.takeBack) return expect(finalityDepth(networkId)).toBe(1);
    const target = await targetOf(4n);
    const cursor = await tail();
    const hash = await world.receive(target, '10');
    const found = (await readAfter(cursor)).transfers.find((each) => each.hash === hash);
    if (!found) throw new Error('Nothing came');
    await world.blocks(4);
    await world.takeBack(hash);
    for (const isCredited of [false, true]) {
      const state = await stateOf(found, isCredited);
      expect(state).toMatchObject({ state: 'replaced', by: { height: found.block.height } });
      expect(state).not.toMatchObject({ by: { hash: found.block.hash } });
    }
    expect((await readAfter(cursor)).transfers.filter((each) => each.hash === hash)).toEqual([]);
    const again = await world.receive(target, '10');
    expect((await readAfter(cursor)).transfers.map((each) => each.hash)).toContain(again);
  });

  test('reports an unknown transfer as unknown', async () => {
    const { address } = await targetOf(4n);
    const unheard = { hash: world.unknownHash, logIndex: 0, address, currency, amount: 1n };
    expect(await stateOf(unheard, true)).toEqual({ state: 'unknown' });
  });

  test('reports how many payouts the sender can pay fees for', async () => {
    const affordable = await payouts.affordablePayouts(networkId);
    expect(affordable === undefined).toBe(world.hasFees === false);
    expect(affordable ?? 1n).toBeGreaterThan(0n);
  });

  test('broadcasts a signed payout once despite repeats, and counts its blocks', async () => {
    const nonce = await nextNonce();
    const asked = await payout(nonce, await payouts.currentPrice(networkId));
    const signed = await payouts.sign(asked);
    expect(await payouts.sign(asked)).toEqual(signed);
    expect(await statusOf(nonce, signed)).toBe('unknown');
    await payouts.broadcast(networkId, signed.raw);
    await payouts.broadcast(networkId, signed.raw);
    await world.blocks(3);
    await payouts.broadcast(networkId, signed.raw);
    expect(await statusOf(nonce, signed)).toMatchObject({ confirmations: 3, isReverted: false });
    expect(await payouts.liquidity(networkId, currency)).toBeGreaterThan(0n);
    expect(await payouts.recipientProblem(networkId, { to: asked.to, currency })).toBeUndefined();
  });

  test('an attempt that another transaction with its nonce has displaced is never included', async () => {
    if ((await payouts.exclusion(networkId)) !== 'nonce') return;
    const nonce = await nextNonce();
    const price = await payouts.currentPrice(networkId);
    const first = await payouts.sign(await payout(nonce, price));
    await world.costsMore?.();
    const higher = await payouts.replacementPrice(networkId, price);
    const second = await payouts.sign(await payout(nonce, higher));
    expect(second.hash).not.toBe(first.hash);
    await payouts.broadcast(networkId, second.raw);
    await world.blocks(1);
    expect(await statusOf(nonce, second)).toMatchObject({ confirmations: 1 });
    await world.blocks(finalBlocks);
    expect(await statusOf(nonce, first)).toBe('displaced');
    await payouts.broadcast(networkId, first.raw);
    await world.blocks(1);
    expect(await statusOf(nonce, first)).toBe('displaced');
    expect(maySignAnew([await statusOf(nonce, first), await statusOf(nonce, second)])).toBe(false);
  });

  test('a cancellation uses the nonce and pays nothing', async () => {
    if ((await payouts.exclusion(networkId)) !== 'nonce') return;
    const nonce = await nextNonce();
    const price = await payouts.currentPrice(networkId);
    const first = await payouts.sign(await payout(nonce, price));
    const before = await payouts.liquidity(networkId, currency);
    const cancellation = await payouts.signCancellation({
      ...anyAttempt,
      networkId,
      sender,
      nonce,
      price: await payouts.replacementPrice(networkId, price),
    });
    await payouts.broadcast(networkId, cancellation.raw);
    await world.blocks(1 + finalBlocks);
    expect(maySignAnew([await statusOf(nonce, first)])).toBe(true);
    expect(await payouts.liquidity(networkId, currency)).toBe(before);
  });

  test('an expired attempt is never included, and an attempt that has not expired may be', async () => {
    if ((await payouts.exclusion(networkId)) !== 'expiry') return;
    const nonce = await nextNonce();
    const price = await payouts.currentPrice(networkId);
    const signed = await payouts.sign(await payout(nonce, price));
    expect(maySignAnew([await statusOf(nonce, signed)])).toBe(false);
    await expect(payouts.signCancellation({ ...anyAttempt, networkId, sender, nonce, price })).rejects.toMatchObject({
      reason: 'not-cancellable',
    });
    await world.expire?.();
    expect(await statusOf(nonce, signed)).toBe('expired');
    const before = await payouts.liquidity(networkId, currency);
    await payouts.broadcast(networkId, signed.raw);
    await world.blocks(finalBlocks);
    expect(await statusOf(nonce, signed)).toBe('expired');
    expect(await payouts.liquidity(networkId, currency)).toBe(before);
  });

  test('rejects an amount with more decimals than its token, and an unknown token', async () => {
    const asked = await payout(await nextNonce(), await payouts.currentPrice(networkId));
    const rejection = { name: 'PayoutRejected', reason: 'not-configured' };
    if (world.unrepresentable !== undefined)
      await expect(payouts.sign({ ...asked, amount: world.unrepresentable })).rejects.toMatchObject(rejection);
    await expect(payouts.sign({ ...asked, currency: 'JPY' })).rejects.toMatchObject(rejection);
  });
}
