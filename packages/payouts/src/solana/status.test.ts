import { generateKeyPairSigner } from '@solana/kit';
import { getNonceEncoder, NonceState, NonceVersion, SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import { expect, test } from 'vitest';
import type { SignatureStatus } from './node.ts';
import { statusAt } from './status.ts';
import type { SolanaTransaction } from './transfers.ts';

const [account, otherAccount, value, newValue, authority] = await Promise.all(
  Array.from({ length: 5 }, async () => (await generateKeyPairSigner()).address),
);
if (!account || !otherAccount || !value || !newValue || !authority) throw new Error('The addresses were not generated');
const attempt = { hash: 'attempt', nonce: { account, value } };

const advanceOf = (nonceAccount: string, lifetime: string, data = '6vx8P'): SolanaTransaction => ({
  slot: 50n,
  meta: { err: { InstructionError: [4, 'Custom'] }, preTokenBalances: [], postTokenBalances: [] },
  transaction: {
    signatures: ['other'],
    message: {
      accountKeys: [authority, nonceAccount, SYSTEM_PROGRAM_ADDRESS, account],
      recentBlockhash: lifetime,
      instructions: [{ programIdIndex: 2, accounts: [1, 0], data }],
    },
  },
});

/** A double of a node whose confirmed head is at slot 100, and its finalized head at 68. */
function nodeWith(double: {
  status?: SignatureStatus;
  nonce?: typeof value;
  history?: Record<string, SolanaTransaction>;
}) {
  const history = Object.entries(double.history ?? {});
  const data = getNonceEncoder().encode({
    version: NonceVersion.Current,
    state: NonceState.Initialized,
    authority: authority ?? SYSTEM_PROGRAM_ADDRESS,
    blockhash: double.nonce ?? SYSTEM_PROGRAM_ADDRESS,
    lamportsPerSignature: 5000n,
  });
  return {
    statusOf: async () => double.status,
    head: async (commitment: string) => (commitment === 'confirmed' ? 100n : 68n),
    accounts: async () => [
      { program: SYSTEM_PROGRAM_ADDRESS, isExecutable: false, lamports: 1n, data: Uint8Array.from(data) },
    ],
    signaturesOf: async () =>
      history.map(([signature, { slot }]) => ({
        signature,
        slot,
        err: null,
        confirmationStatus: 'finalized' as const,
      })),
    transaction: async (signature: string) => double.history?.[signature],
  };
}
const statusWith = (double: Parameters<typeof nodeWith>[0]) => statusAt(nodeWith(double), attempt);

test('counts slots up to the finality depth, and beyond it once the transaction is final', async () => {
  const at = (slot: bigint, status: SignatureStatus['status']) =>
    statusWith({ status: { slot, hasFailed: false, status } });
  expect(await at(100n, 'processed')).toEqual({ confirmations: 0, isReverted: false });
  expect(await at(101n, 'confirmed')).toEqual({ confirmations: 0, isReverted: false });
  expect(await at(100n, 'confirmed')).toMatchObject({ confirmations: 1, block: 100n });
  expect(await at(1n, 'confirmed')).toMatchObject({ confirmations: 31 });
  expect(await at(1n, 'finalized')).toMatchObject({ confirmations: 100 });
});

test('reports an attempt as displaced by the transaction that used its nonce value, even if that failed', async () => {
  expect(await statusWith({ nonce: newValue, history: { other: advanceOf(account, value) } })).toBe('displaced');
});

test.each([
  ['whose nonce is unused', { nonce: value, history: { other: advanceOf(account, value) } }],
  ['whose nonce is used by a transaction that the node does not show', { nonce: newValue }],
  [
    'whose value another nonce account had too',
    { nonce: newValue, history: { other: advanceOf(otherAccount, value) } },
  ],
  ['whose account was used with another value', { nonce: newValue, history: { other: advanceOf(account, newValue) } }],
  ['whose account was only named', { nonce: newValue, history: { other: advanceOf(account, value, '6vx8Q') } }],
  ['that used its nonce itself', { nonce: newValue, history: { attempt: advanceOf(account, value) } }],
  [
    'whose nonce is used in a newer slot',
    { nonce: newValue, history: { other: { ...advanceOf(account, value), slot: 69n } } },
  ],
])('does not report the end of an attempt %s', async (_, double) => {
  expect(await statusWith(double)).toBe('unknown');
});
