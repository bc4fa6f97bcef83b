import {
  generateKeyPairSigner,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
} from '@solana/kit';
import { expect, test } from 'vitest';
import { ed25519Key } from '../keys/signing-key.ts';
import type { PayoutRejected } from '../payout-port.ts';
import { parseSolanaSettings } from './settings.ts';
import { createSolanaSigner } from './signer.ts';

const anybody = async () => (await generateKeyPairSigner()).address;
const [key, retired] = [ed25519Key(new Uint8Array(32).fill(4)), ed25519Key(new Uint8Array(32).fill(5))];
const [mint, account] = [await anybody(), await anybody()];
const settings = parseSolanaSettings({
  nodes: ['http://127.0.0.1:1'],
  tokens: { USDC: { mint, decimals: 6 } },
  depositAddresses: [await anybody()],
  nonceAccounts: [account],
  limits: { perPayout: '100', perDay: '250', maxFeeSol: '0.003' },
});
const signer = createSolanaSigner(settings, key, [retired]);
const retiredAddress = createSolanaSigner(settings, retired).address;
const request = {
  sender: signer.address,
  nonce: { account, value: await anybody() },
  price: 9_557_200n,
  mint,
  to: await anybody(),
  units: 100_000_000n,
};
const payerOf = (raw: string): string | undefined => {
  const { messageBytes } = getTransactionDecoder().decode(getBase64Encoder().encode(raw));
  return getCompiledTransactionMessageDecoder().decode(messageBytes).staticAccounts[0];
};

test('counts the fee and the rent of the recipient’s account', () => {
  expect(signer.costOf(0n)).toBe(5000n + 2_039_280n);
  expect(signer.costOf(1n)).toBe(5001n + 2_039_280n);
  expect(signer.costOf(request.price)).toBe(3_000_000n);
  expect(signer.cancellationCostOf(1_000_000n)).toBe(6000n);
});

test.each([
  ['an amount above the limit', { units: 100_000_001n }, 'payout-limit'],
  ['no amount', { units: 0n }, 'payout-limit'],
  ['a fee above the limit', { price: request.price + 1n }, 'fee-limit'],
  ['another token', { mint: retiredAddress }, 'not-configured'],
  ['another nonce account', { nonce: { ...request.nonce, account: retiredAddress } }, 'not-configured'],
  ['another sender', { sender: mint }, 'key-missing'],
])('rejects %s', async (_, change, reason) => {
  await signer.sign(request);
  const rejection = signer.sign({ ...request, ...change }).then(
    () => 'signed',
    (error: PayoutRejected) => error.reason,
  );
  expect(await rejection).toBe(reason);
});

test('signs with a retired key', async () => {
  const { raw } = await signer.sign({ ...request, sender: retiredAddress });
  expect(payerOf(raw)).toBe(retiredAddress);
  expect(payerOf((await signer.sign(request)).raw)).toBe(signer.address);
});

test('cancels at a higher price than a payout could offer, up to the maximum cost of a payout', async () => {
  await signer.cancel({ ...request, price: 2_995_000_000n });
  await expect(signer.cancel({ ...request, price: 2_995_000_001n })).rejects.toMatchObject({ reason: 'fee-limit' });
  await expect(signer.cancel({ ...request, sender: mint })).rejects.toMatchObject({ reason: 'key-missing' });
});

test('rejects a signature of another key', async () => {
  const broken = createSolanaSigner(settings, { ...key, sign: retired.sign });
  await expect(broken.sign(request)).rejects.toThrow('invalid signature');
});
