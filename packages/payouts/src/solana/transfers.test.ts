import { generateKeyPairSigner } from '@solana/kit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toLedgerUnits, toTokenUnits } from '../token-units.ts';
import { associatedTokenAccount } from './accounts.ts';
import { type SolanaTransaction, transfersIn } from './transfers.ts';

const [mint, us, them, other] = await Promise.all(
  Array.from({ length: 4 }, async () => (await generateKeyPairSigner()).address),
);
if (!mint || !us || !them || !other) throw new Error('The addresses were not generated');
const token = { mint, decimals: 6 };
const ours = await associatedTokenAccount(us, mint);
const theirs = await associatedTokenAccount(them, mint);

const balance = (accountIndex: number, owner: string, amount: bigint, of: string = mint) => ({
  accountIndex,
  mint: of,
  owner,
  uiTokenAmount: { amount, decimals: 6 },
});
const transaction = (
  meta: Partial<SolanaTransaction['meta']>,
  accountKeys = [them, theirs, ours],
): SolanaTransaction => ({
  slot: 7n,
  meta: { err: null, preTokenBalances: [], postTokenBalances: [], ...meta },
  transaction: { signatures: ['signature'], message: { accountKeys, recentBlockhash: '', instructions: [] } },
});
const read = (each: SolanaTransaction) => transfersIn({ USDC: token }, each, 'block');
const units = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });

test('computes an amount as the exact difference of balances, at the scale of the ledger', async () => {
  await fc.assert(
    fc.asyncProperty(units, units, async (before, after) => {
      const found = await read(
        transaction({ preTokenBalances: [balance(2, us, before)], postTokenBalances: [balance(2, us, after)] }),
      );
      const amount = found[0]?.amount ?? 0n;
      expect(found).toHaveLength(after > before ? 1 : 0);
      if (after <= before) return;
      expect(toTokenUnits('USDC', token, amount)).toBe(after - before);
      expect(toLedgerUnits('USDC', token, after - before)).toBe(amount);
    }),
  );
});

test('reports the owner whose balance decreased as the sender, even if the account was closed', async () => {
  const meta = {
    preTokenBalances: [balance(1, them, 10n)],
    postTokenBalances: [balance(2, us, 10n)],
  };
  expect(await read(transaction(meta))).toMatchObject([
    { sender: them, address: us, logIndex: 2, hash: 'signature', block: { height: 7n, hash: 'block' } },
  ]);
  expect(await read(transaction({ postTokenBalances: [balance(2, us, 10n)] }))).toMatchObject([{ sender: '' }]);
});

test('finds accounts that are loaded from a lookup table', async () => {
  const meta = { postTokenBalances: [balance(2, us, 10n)], loadedAddresses: { writable: [ours], readonly: [] } };
  expect(await read(transaction(meta, [them, theirs]))).toMatchObject([{ address: us, logIndex: 2 }]);
});

test.each([
  [
    'a failed transaction',
    transaction({ err: { InstructionError: [0, 'Custom'] }, postTokenBalances: [balance(2, us, 10n)] }),
  ],
  ['another mint', transaction({ postTokenBalances: [balance(2, us, 10n, other)] })],
  [
    'an account of ours that is not the associated one',
    transaction({ postTokenBalances: [balance(2, us, 10n)] }, [them, theirs, other]),
  ],
  ['an account whose owner has changed', transaction({ postTokenBalances: [balance(2, other, 10n)] })],
])('finds no transfer in %s', async (_, each) => {
  expect(await read(each)).toEqual([]);
});

test('rejects balances with other decimals than the token', async () => {
  const wrong = { ...balance(2, us, 10n), uiTokenAmount: { amount: 10n, decimals: 9 } };
  await expect(read(transaction({ postTokenBalances: [wrong] }))).rejects.toThrow('other decimals');
});
