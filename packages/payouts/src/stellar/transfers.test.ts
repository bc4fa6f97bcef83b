import { Keypair } from '@stellar/stellar-sdk/base';
import { Network } from '@wusd/api-sdk/domain';
import { expect, test } from 'vitest';
import type { HorizonPayment } from './schemas.ts';
import type { StellarSettings } from './settings.ts';
import { transferOf } from './transfers.ts';

const [account, other, issuer] = [1, 2, 3].map((seed) =>
  Keypair.fromRawEd25519Seed(Buffer.alloc(32, seed)).publicKey(),
);
const settings: StellarSettings = {
  nodes: [],
  passphrase: 'test',
  depositAccount: account ?? '',
  tokens: { WUSD: { code: 'WUSD', issuer: issuer ?? '' } },
  startBlock: 1n,
  limits: { perPayout: 1n, perDay: 1n, maxFee: 100n },
};
const payment: HorizonPayment = {
  type: 'payment',
  id: (50n << 32n) | (2n << 12n) | 3n,
  transaction_successful: true,
  transaction: {
    hash: 'a'.repeat(64),
    ledger: 50n,
    successful: true,
    paging_token: 50n << 32n,
    source_account: other ?? '',
    source_account_sequence: 1n,
    operation_count: 3n,
    memo_type: 'id',
    memo: '7',
  },
  from: other ?? '',
  to: account ?? '',
  asset_type: 'credit_alphanum4',
  asset_code: 'WUSD',
  asset_issuer: issuer ?? '',
  amount: 12_345_678n,
};

test('reads a payment as a transfer with the index of its operation', () => {
  expect(transferOf(settings, payment)).toEqual({
    networkId: Network.Stellar,
    hash: 'a'.repeat(64),
    logIndex: 2,
    sender: other,
    address: account,
    memo: '7',
    currency: 'WUSD',
    amount: 1_234_567_800_000_000_000n,
    ledger: 50n,
  });
});

test('reports the hash of a fee bump, also for a request by the hash of its inner transaction', () => {
  const transaction = { ...payment.transaction, fee_bump_transaction: { hash: 'b'.repeat(64) } };
  expect(transferOf(settings, { ...payment, transaction })).toMatchObject({ hash: 'b'.repeat(64) });
});

test('rejects a contradictory response', () => {
  const elsewhere = { ...payment, transaction: { ...payment.transaction, ledger: 51n } };
  expect(() => transferOf(settings, elsewhere)).toThrow('two ledgers');
  expect(() => transferOf(settings, { ...payment, to_muxed: 'M123' })).toThrow('not one');
  const muxedOther = 'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ';
  expect(() => transferOf(settings, { ...payment, to_muxed: muxedOther })).toThrow('two accounts');
});

test('ignores failed transactions, other assets and amounts of zero', () => {
  expect(transferOf(settings, { ...payment, transaction_successful: false })).toBeUndefined();
  const failed = { ...payment, transaction: { ...payment.transaction, successful: false } };
  expect(transferOf(settings, failed)).toBeUndefined();
  expect(transferOf(settings, { ...payment, asset_issuer: other })).toBeUndefined();
  expect(transferOf(settings, { ...payment, asset_code: 'wusd' })).toBeUndefined();
  expect(transferOf(settings, { ...payment, amount: 0n })).toBeUndefined();
});
