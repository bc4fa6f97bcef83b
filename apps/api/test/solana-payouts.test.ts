import { getFreezeAccountInstruction } from '@solana-program/token';
import {
  getAddressDecoder,
  getBase58Encoder,
  getBase64Encoder,
  getProgramDerivedAddress,
  getTransactionDecoder,
  getCompiledTransactionMessageDecoder,
} from '@solana/kit';
import { Network } from '@wusd/api-sdk/domain';
import { toMinor } from '@wusd/api-sdk/money';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ed25519Key } from '@wusd/payouts/keys/signing-key';
import type { Payout } from '@wusd/payouts/payout-port';
import { createSolanaNetwork } from '@wusd/payouts/solana/index';
import { present } from '@wusd/server-kit/testing/present';
import { anybody, finalSlots, payoutAddress, payoutKey, startSolana } from '../testing/solana-network.ts';
import { anyAttempt } from '@wusd/payouts/testing/any-attempt';

const { node, double, second, settings, adapter, world } = await startSolana();
const { payouts } = adapter;
const networkId = Network.Solana;
const both = createSolanaNetwork({ ...settings, nodes: [double.url, second.url] }, payoutKey).payouts;
beforeAll(() => world.begin());
afterEach(() => {
  double.set({});
  second.set({});
});

const nonces = async (from = payouts): Promise<readonly string[]> => {
  const offer = await from.nonces(networkId);
  return 'anyOf' in offer ? offer.anyOf : [];
};
const payoutOf = async (amount = '1', nonce?: string): Promise<Payout> => ({
  ...anyAttempt,
  networkId,
  sender: payoutAddress,
  nonce: nonce ?? present((await nonces())[0]),
  price: await payouts.currentPrice(networkId),
  to: await anybody(),
  currency: 'USDC',
  amount: toMinor(amount, 18),
});
const sent = ({ nonce }: Payout, signed: { raw: string; hash: string }) => ({
  networkId,
  sender: payoutAddress,
  nonce,
  ...signed,
});
const messageOf = (raw: string) => {
  const { messageBytes } = getTransactionDecoder().decode(getBase64Encoder().encode(raw));
  const message = getCompiledTransactionMessageDecoder().decode(messageBytes);
  if (message.version !== 0) throw new Error('The message has another version');
  return message;
};

describe('a payout on Solana', () => {
  test('has the same bytes after a crash, and is included once', async () => {
    const payout = await payoutOf();
    const before = await payouts.liquidity(networkId, 'USDC');
    const signed = await payouts.sign(payout);
    await payouts.broadcast(networkId, signed.raw);
    const restarted = createSolanaNetwork(settings, payoutKey).payouts;
    const again = await restarted.sign(payout);
    expect(again).toEqual(signed);
    await restarted.broadcast(networkId, again.raw);
    await node.mine(finalSlots);
    await restarted.broadcast(networkId, again.raw);
    await node.mine(finalSlots);
    expect(await payouts.statusOf(sent(payout, signed))).toMatchObject({ isReverted: false });
    expect(before - (await payouts.liquidity(networkId, 'USDC'))).toBe(payout.amount);
  });

  test('advances the nonce first, and limits its costs', async () => {
    const payout = { ...(await payoutOf()), price: '70000' };
    const message = messageOf((await payouts.sign(payout)).raw);
    expect(present(payout.nonce.split(':')[1])).toBe(message.lifetimeToken);
    expect(message.staticAccounts[0]).toBe(payoutAddress);
    const programs = message.instructions.map(({ programAddressIndex }) => message.staticAccounts[programAddressIndex]);
    expect(programs).toEqual([
      '11111111111111111111111111111111',
      'ComputeBudget111111111111111111111111111111',
      'ComputeBudget111111111111111111111111111111',
      'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
      'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    ]);
    expect(message.instructions[0]?.data).toEqual(getBase58Encoder().encode('6vx8P'));
  });

  test('that fails in a block is reverted', async () => {
    const payout = await payoutOf('5000');
    const signed = await payouts.sign(payout);
    await expect(payouts.broadcast(networkId, signed.raw)).rejects.toThrow('custom program error: 0x1');
    await node.force(signed.raw);
    expect(await payouts.statusOf(sent(payout, signed))).toMatchObject({ confirmations: 1, isReverted: true });
    await node.mine(finalSlots + 1);
    expect(await payouts.statusOf(sent(payout, signed))).toMatchObject({ confirmations: 33, isReverted: true });
  });

  test('has less than the finality depth of confirmations before it is final', async () => {
    const payout = await payoutOf();
    const signed = await payouts.sign(payout);
    await payouts.broadcast(networkId, signed.raw);
    await node.mine(finalSlots - 1);
    expect(await payouts.statusOf(sent(payout, signed))).toMatchObject({ confirmations: 30 });
    await node.mine(2);
    expect(await payouts.statusOf(sent(payout, signed))).toMatchObject({ confirmations: 32 });
  });

  test('included between two status requests is not displaced', async () => {
    const payout = await payoutOf();
    const signed = await payouts.sign(payout);
    const include = async () => {
      await payouts.broadcast(networkId, signed.raw);
      await node.mine(finalSlots + 1);
    };
    double.set({ after: { method: 'getSignatureStatuses', run: include } });
    expect(await payouts.statusOf(sent(payout, signed))).toMatchObject({ confirmations: 32, isReverted: false });
  });

  test('whose transaction a node has pruned is not displaced, although its nonce is used', async () => {
    const payout = await payoutOf();
    const signed = await payouts.sign(payout);
    await payouts.broadcast(networkId, signed.raw);
    await node.mine(finalSlots + 1);
    double.set({ hidden: [signed.hash] });
    expect(await payouts.statusOf(sent(payout, signed))).toBe('unknown');
  });

  test('is displaced only once all nodes show that the transaction with its nonce is final', async () => {
    const payout = await payoutOf();
    const first = sent(payout, await payouts.sign(payout));
    const other = await payouts.signCancellation(payout);
    await payouts.broadcast(networkId, other.raw);
    await node.mine(1);
    expect(await both.statusOf(first)).toBe('unknown');
    await node.mine(finalSlots);
    second.set({ lag: 10 });
    expect(await both.statusOf(first)).toBe('unknown');
    second.set({ isDown: true });
    expect(await both.statusOf(first)).toBe('unknown');
    second.set({});
    expect(await both.statusOf(first)).toBe('displaced');
  });

  test('is not confirmed by one node alone', async () => {
    const payout = await payoutOf();
    const attempt = sent(payout, await payouts.sign(payout));
    await both.broadcast(networkId, attempt.raw);
    await node.mine(3);
    expect(await both.statusOf(attempt)).toMatchObject({ confirmations: 3 });
    second.set({ hidden: [attempt.hash] });
    expect(await both.statusOf(attempt)).toEqual({ confirmations: 0, isReverted: false });
  });

  test('is broadcast if any node accepts it', async () => {
    const payout = await payoutOf();
    const attempt = sent(payout, await payouts.sign(payout));
    double.set({ isDown: true });
    await both.broadcast(networkId, attempt.raw);
    await expect(payouts.broadcast(networkId, attempt.raw)).rejects.toThrow('does not answer sendTransaction');
    double.set({});
    await node.mine(1);
    expect(await payouts.statusOf(attempt)).toMatchObject({ confirmations: 1 });
  });

  test('has no price if its sender cannot pay the fee, and can be cancelled for less', async () => {
    const poor = ed25519Key(new Uint8Array(32).fill(6));
    const sender = getAddressDecoder().decode(poor.publicKey);
    const theirs = createSolanaNetwork(settings, poor).payouts;
    const tooLittle = {
      name: 'PayoutRejected',
      reason: 'fee-limit',
      message: expect.stringContaining('too little SOL'),
    };
    await expect(theirs.currentPrice(networkId)).rejects.toMatchObject(tooLittle);
    await expect(theirs.replacementPrice(networkId, '1')).rejects.toMatchObject(tooLittle);
    await expect(theirs.increasedPrice(networkId, '1')).rejects.toMatchObject(tooLittle);
    node.fuel(sender, 900_000n);
    await expect(theirs.currentPrice(networkId)).rejects.toMatchObject(tooLittle);
    expect(await theirs.replacementPrice(networkId, '1')).toBe('50000');
    expect(await theirs.increasedPrice(networkId, '1')).toBe('50000');
    node.fuel(sender, 5_000_000n);
    expect(await theirs.currentPrice(networkId)).toBe('50000');
    expect(await theirs.liquidity(networkId, 'USDC')).toBe(0n);
  });

  test('is signed and cancelled without a node', async () => {
    const payout = await payoutOf();
    double.set({ isDown: true });
    const signed = await payouts.sign(payout);
    const cancelled = await payouts.signCancellation(payout);
    double.set({});
    expect(await payouts.sign(payout)).toEqual(signed);
    expect(cancelled.hash).not.toBe(signed.hash);
  });
});

describe('nonces on Solana', () => {
  test('are the values of all accounts, and change after each transaction', async () => {
    const before = await nonces();
    expect(before.map((each) => each.split(':')[0])).toEqual(settings.nonceAccounts);
    const payout = await payoutOf('1', before[0]);
    await payouts.broadcast(networkId, (await payouts.sign(payout)).raw);
    await node.mine(1);
    const after = await nonces();
    expect(after[0]).not.toBe(before[0]);
    expect(after.slice(1)).toEqual(before.slice(1));
  });

  test('are not offered if nodes disagree or another key is the authority', async () => {
    const [account] = settings.nonceAccounts;
    const forge = (offset: number) => (real: { owner: string; data: [string, string] } | null) => {
      const data = Buffer.from(present(real).data[0], 'base64');
      data.fill(7, offset, offset + 32);
      return { ...present(real), data: [data.toString('base64'), 'base64'] as [string, string] };
    };
    for (const offset of [8, 40]) {
      second.set({ accounts: { [present(account)]: forge(offset) } });
      expect((await nonces(both)).map((each) => each.split(':')[0])).toEqual(settings.nonceAccounts.slice(1));
    }
    const wrong = createSolanaNetwork(settings, ed25519Key(new Uint8Array(32).fill(9))).payouts;
    await expect(wrong.nonces(networkId)).rejects.toThrow('None of the nonce accounts has the authority');
  });
});

describe('a price on Solana', () => {
  test('follows recent blocks, but is not below the minimum', async () => {
    expect(await payouts.currentPrice(networkId)).toBe('50000');
    double.set({ fee: 80_000 });
    expect(await payouts.currentPrice(networkId)).toBe('80000');
    expect(await payouts.increasedPrice(networkId, '80000')).toBeUndefined();
    expect(await payouts.increasedPrice(networkId, '79999')).toBe('99999');
    expect(await payouts.replacementPrice(networkId, '8')).toBe('80000');
    await expect(payouts.increasedPrice(networkId, '1e9')).rejects.toThrow('whole number');
  });
});

describe('a recipient on Solana', () => {
  const problemOf = (to: string) => payouts.recipientProblem(networkId, { to, currency: 'USDC', memo: 'ignored' });
  const vaultOf = async (seed: string) => {
    const [vault] = await getProgramDerivedAddress({ programAddress: node.mint, seeds: [seed] });
    return vault;
  };

  test('can be a key pair or the vault of a multisig', async () => {
    const [fresh, funded, vault] = [await anybody(), await anybody(), await vaultOf('used')];
    node.fuel(funded, 10n ** 9n);
    node.fuel(vault, 10n ** 9n);
    for (const each of [fresh, funded, vault]) expect(await problemOf(each)).toBeUndefined();
  });

  test('cannot be a token account, a mint, a program or a program-derived address without an account', async () => {
    const unused = await node.ataOf(await anybody());
    const [nonceAccount] = settings.nonceAccounts;
    const wrong = [
      await node.ataOf(payoutAddress),
      unused,
      node.mint,
      present(nonceAccount),
      'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
      '11111111111111111111111111111111',
      await vaultOf('unused'),
      '0'.repeat(44),
    ];
    for (const each of wrong) expect(await problemOf(each)).toBe('not-an-owner');
  });

  test('cannot be paid into a frozen account', async () => {
    const owner = await anybody();
    await node.send(await node.mintTo(owner, 1n));
    expect(await problemOf(owner)).toBeUndefined();
    const account = await node.ataOf(owner);
    await node.send([getFreezeAccountInstruction({ account, mint: node.mint, owner: node.payer })]);
    expect(await problemOf(owner)).toBe('not-an-owner');
  });
});
