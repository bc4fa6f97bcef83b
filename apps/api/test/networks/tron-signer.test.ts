import { expect, test } from 'vitest';
import { decodeTransaction } from '@wusd/payouts/testing/tron-transactions';
import { anyTronAddress } from '../../testing/tron-network.ts';
import { secp256k1Key, type SigningKey } from '@wusd/payouts/keys/signing-key';
import { toEvmAddress } from '@wusd/payouts/tron/address';
import { addressOfKey, createTronSigner } from '@wusd/payouts/tron/signer';

const key = secp256k1Key(new Uint8Array(32).fill(3));
const retired = secp256k1Key(new Uint8Array(32).fill(4));
const token = anyTronAddress();
const network = {
  tokens: { USDT: { address: token, decimals: 6 } },
  limits: { perPayout: '100', perDay: '250', maxFeeTrx: '30' },
};
const signer = createTronSigner(key, [retired], network);
const good = {
  sender: signer.address,
  token,
  to: anyTronAddress(),
  units: 100_000_000n,
  feeLimit: 30_000_000n,
  expiration: 1_764_272_345_678n,
  reference: { height: 70_000_000n, id: `0x${'ab'.repeat(8)}` },
} as const;

test('refuses a payout beyond its own limits', async () => {
  await signer.sign(good);
  await expect(signer.sign({ ...good, units: 100_000_001n })).rejects.toMatchObject({ reason: 'payout-limit' });
  await expect(signer.sign({ ...good, feeLimit: 30_000_001n })).rejects.toMatchObject({ reason: 'fee-limit' });
  await expect(signer.sign({ ...good, token: anyTronAddress() })).rejects.toMatchObject({ reason: 'not-configured' });
  for (const units of [0n, -1n]) await expect(signer.sign({ ...good, units })).rejects.toThrow(RangeError);
  await expect(signer.sign({ ...good, to: `${good.to}1` })).rejects.toThrow('Not a Tron address');
});

test('signs for each sender whose key it has, and for no other', async () => {
  for (const each of [key, retired]) {
    const sender = addressOfKey(each);
    const decoded = decodeTransaction((await signer.sign({ ...good, sender })).raw);
    expect(decoded.signer).toBe(toEvmAddress(sender).toLowerCase());
    expect(decoded.owner).toBe(decoded.signer);
  }
  await expect(signer.sign({ ...good, sender: anyTronAddress() })).rejects.toMatchObject({ reason: 'key-missing' });
});

test('signs a token transfer to the recipient with the given fee limit and expiration', async () => {
  const { raw, hash } = await signer.sign(good);
  const data = `0xa9059cbb${toEvmAddress(good.to).slice(2).toLowerCase().padStart(64, '0')}${good.units.toString(16).padStart(64, '0')}`;
  expect(decodeTransaction(raw)).toMatchObject({
    id: hash,
    contract: toEvmAddress(token).toLowerCase(),
    data,
    feeLimit: 30_000_000,
    expiration: 1_764_272_345_678,
    refBlockBytes: (70_000_000 % 65_536).toString(16).padStart(4, '0'),
    refBlockHash: 'ab'.repeat(8),
  });
});

test('returns no signature of another key', async () => {
  const broken: SigningKey<'secp256k1'> = { ...key, sign: retired.sign };
  await expect(createTronSigner(broken, [], network).sign(good)).rejects.toThrow('not its own');
});
