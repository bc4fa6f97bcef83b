import { FeeBumpTransaction, Keypair, TransactionBuilder } from '@stellar/stellar-sdk/base';
import { fromMinor, toMinor } from '@wusd/api-sdk/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ed25519Key } from '../keys/signing-key.ts';
import { toLedgerUnits, toTokenUnits } from '../token-units.ts';
import { decodeAttempt, memoOf } from './envelope.ts';
import { decimals, type StellarSettings } from './settings.ts';
import { createStellarSigner } from './signer.ts';
import { memoText } from './transfers.ts';

const seed = Buffer.alloc(32, 3);
const sender = Keypair.fromRawEd25519Seed(seed).publicKey();
const token = { code: 'WUSD', issuer: sender };
const largest = 2n ** 63n - 1n;
const settings: StellarSettings = {
  nodes: [],
  passphrase: 'test',
  depositAccount: sender,
  tokens: { WUSD: token },
  startBlock: 1n,
  limits: { perPayout: largest, perDay: largest, maxFee: 10_000n },
};
const signer = createStellarSigner(settings, ed25519Key(seed));

test('keeps amounts exact through a signed transaction at the scale of the ledger', async () => {
  const property = fc.asyncProperty(fc.bigInt(1n, largest), fc.bigInt(1n, 2n ** 62n), async (units, sequence) => {
    expect(toTokenUnits('WUSD', { decimals }, toLedgerUnits('WUSD', { decimals }, units))).toBe(units);
    const { raw, hash } = await signer.sign({ sender, sequence, price: 100n, token, to: sender, units });
    expect(decodeAttempt(raw, 'test')).toMatchObject({ hash, sequence, source: sender });
    const outer = TransactionBuilder.fromXdr(raw, 'test');
    const [operation] = outer instanceof FeeBumpTransaction ? outer.operations : [];
    const amount = operation?.type === 'payment' ? operation.amount : '0';
    expect(toMinor(amount, decimals)).toBe(units);
    expect(fromMinor(units, decimals)).toBe(amount);
  });
  await fc.assert(property, { numRuns: 30 });
});

test('gives different inner transactions to attempts at different prices and to cancellations', async () => {
  const attempt = { sender, sequence: 5n, token, to: sender, units: 1n };
  const signed = await Promise.all([
    signer.sign({ ...attempt, price: 100n }),
    signer.sign({ ...attempt, price: 1000n }),
    signer.cancel({ sender, sequence: 5n, price: 1000n }),
    signer.sign({ ...attempt, price: 100n, memo: '1' }),
  ]);
  const decoded = signed.map(({ raw }) => decodeAttempt(raw, 'test'));
  expect(new Set(decoded.map(({ innerHash }) => innerHash)).size).toBe(4);
  expect(decoded.every((each) => each.isSignedBy(sender))).toBe(true);
  expect(decoded.some((each) => each.isSignedBy(Keypair.random().publicKey()))).toBe(false);
});

test('reads memos as they were written', () => {
  const read = (text: string) => {
    const { type, value } = memoOf(text);
    return memoText({ memo_type: type, memo: String(value) });
  };
  fc.assert(fc.property(fc.bigInt(0n, 2n ** 64n - 1n), (id) => read(id.toString()) === id.toString()));
  const text = fc
    .string({ minLength: 1, maxLength: 7, unit: 'grapheme-ascii' })
    .filter((each) => !/^\s*\d+\s*$/.test(each));
  fc.assert(fc.property(text, (memo) => read(memo) === memo));
});
