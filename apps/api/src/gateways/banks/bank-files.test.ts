import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromMinor } from '@wusd/api-sdk/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFolderStore } from './folder.ts';
import { createBanks, type FileBank } from './index.ts';
import { buildPaymentInitiation } from './payment-initiation.ts';
import { parseBankFile } from './statement.ts';
import type { BankEntry, BankPayment, CompanyAccount } from '../ports.ts';
import { payees } from '../../../testing/fiat.ts';
import {
  type Booking,
  complaintsOf,
  notificationOf,
  readPayment,
  refusalOf,
  statementOf,
} from '../../../testing/file-bank.ts';
import { keysOf } from '@wusd/server-kit/registry/lookup';

// ISO 20022 files: our files conform to the schema, and files that are incomplete, for another account or inconsistent
// are rejected.

const account: CompanyAccount = {
  beneficiaryName: 'WUSD Wallet Pte Ltd',
  bankName: 'DBS Bank Ltd',
  swiftCode: 'DBSSSGSG',
  accountNumber: '0720012345',
};
const number = '0720012345';
const ways = keysOf(payees);
const payment = (way: keyof typeof payees, change: Partial<BankPayment> = {}): BankPayment => {
  const payee = payees[way]();
  return {
    endToEndId: 'FTX01M80CKPXEHPBQPNGY8WN56CDE',
    partnerId: 'dbs',
    rail: payee.rail,
    currency: payee.currency,
    amount: 25_000n,
    payee,
    purpose: 'Rent',
    requestedAt: new Date('2026-03-01T08:00:00Z'),
    ...change,
  };
};
const texts = fc
  .string({ minLength: 1, maxLength: 200, unit: 'grapheme' })
  .map((text) => text.replaceAll(/[^\p{L}\p{N}\p{P}\p{Zs}<>&]/gu, 'x').trim() || 'x');

describe('a payment', () => {
  test.each(ways)('by %s conforms to its schema', async (way) => {
    const file = buildPaymentInitiation(payment(way), account);
    expect(await complaintsOf(file)).toEqual([]);
    const { payee } = payment(way);
    expect(readPayment(file)).toMatchObject({ currency: payee.currency, amount: '250.00', creditor: 'Mei Tan' });
  });

  test('through an intermediary bank names that bank, and long texts are truncated to the limits of the schema', async () => {
    const payee = {
      ...payees['SWIFT SGD'](),
      beneficiaryName: 'N'.repeat(200),
      beneficiaryAddress: 'A'.repeat(140),
      intermediaryBank: {
        country: 'US',
        name: 'Citibank',
        swift: 'CITIUS33',
        aba: '021000089',
        city: 'New York',
        address: '388 Greenwich Street',
        accountNumber: '36001234',
      },
    };
    const file = buildPaymentInitiation(payment('SWIFT SGD', { payee, purpose: 'P'.repeat(140) }), account);
    expect(await complaintsOf(file)).toEqual([]);
    expect(file.toString()).toContain('<BICFI>CITIUS33</BICFI>');
  });

  test('with any amount and texts is read as it was written', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.bigInt(1n, 10n ** 12n),
        texts,
        texts,
        fc.constantFrom(...ways),
        async (amount, name, purpose, way) => {
          const payee = { ...payees[way](), beneficiaryName: name };
          const file = buildPaymentInitiation(payment(way, { payee, amount, purpose }), account);
          expect(await complaintsOf(file)).toEqual([]);
          expect(readPayment(file)).toMatchObject({
            amount: fromMinor(amount, 2),
            creditor: Array.from(name).slice(0, 140).join('').trim(),
            account: payee.iban ?? payee.accountNumber,
          });
        },
      ),
      { numRuns: 40 },
    );
  });

  test('in yen has no decimals, and a repeat is the same file', () => {
    const payee = { ...payees['SWIFT SGD'](), currency: 'JPY' as const };
    const yen = payment('SWIFT SGD', { payee, currency: 'JPY', amount: 250_000n });
    expect(readPayment(buildPaymentInitiation(yen, account)).amount).toBe('250000');
    expect(buildPaymentInitiation(yen, account).equals(buildPaymentInitiation(yen, account))).toBe(true);
  });
});

const booking: Booking = {
  line: 'B1',
  currency: 'SGD',
  amount: 50_000n,
  remittance: ['Invoice', 'WU123456789'],
  sender: { name: 'Tan & Sons', country: 'SG' },
};
const read = (bytes: Buffer, of = account): BankEntry[] => parseBankFile('dbs', of, bytes);

describe('a bank file', () => {
  test('about credits, debits and returns is read equally from a statement and a notification', async () => {
    const bookings: Booking[] = [
      booking,
      { line: 'B2', currency: 'SGD', amount: -25_000n, endToEndId: 'FTX1' },
      { line: 'B3', currency: 'SGD', amount: 24_000n, endToEndId: 'FTX1', returnReason: 'AC04' },
      { line: 'B4', currency: 'SGD', amount: -300n },
      { line: 'B5', currency: 'SGD', amount: 99n, status: 'PDNG' },
    ];
    const expected: BankEntry[] = [
      {
        kind: 'credit',
        partnerId: 'dbs',
        line: 'B1',
        currency: 'SGD',
        amount: 50_000n,
        reference: 'Invoice WU123456789',
        sender: { name: 'Tan & Sons', country: 'SG' },
      },
      { kind: 'debit', partnerId: 'dbs', line: 'B2', currency: 'SGD', amount: 25_000n, endToEndId: 'FTX1' },
      { kind: 'return', partnerId: 'dbs', line: 'B3', currency: 'SGD', amount: 24_000n, endToEndId: 'FTX1' },
      { kind: 'debit', partnerId: 'dbs', line: 'B4', currency: 'SGD', amount: 300n },
    ];
    for (const file of [statementOf(number, bookings, 10_000n), notificationOf(number, bookings)]) {
      expect(await complaintsOf(file)).toEqual([]);
      expect(read(file)).toEqual(expected);
    }
  });

  test.each([
    [{ iban: 'DE89370400440532013000', bic: 'COBADEFF', bankName: 'Commerzbank' }],
    [{ accountNumber: '0712345678', bic: 'OCBCSGSG' }],
    [{ accountNumber: '31926819', bankCode: '601613', clearingSystem: 'GBDSC' }],
  ])('about the account of a sender, %o, is read with the sender’s end-to-end id', async (of) => {
    const sender = { name: 'Tan & Sons', country: 'SG', account: of };
    const file = statementOf(number, [{ ...booking, sender, endToEndId: 'INV-7' }], 10_000n);
    expect(await complaintsOf(file)).toEqual([]);
    expect(read(file)).toMatchObject([{ sender, endToEndId: 'INV-7', reference: 'Invoice WU123456789 INV-7' }]);
  });

  test('about a rejected payment is read from its status report', async () => {
    const file = refusalOf('FTX1');
    expect(await complaintsOf(file)).toEqual([]);
    expect(read(file)).toEqual([{ kind: 'refusal', partnerId: 'dbs', line: 'R1/FTX1', endToEndId: 'FTX1' }]);
  });

  test('about any bookings is read unchanged', () => {
    const bookings = fc.uniqueArray(
      fc.record({
        line: fc.stringMatching(/^[A-Z0-9]{1,35}$/),
        currency: fc.constant('SGD'),
        amount: fc.bigInt(-(10n ** 12n), 10n ** 12n).filter((amount) => amount !== 0n),
      }),
      { selector: ({ line }) => line, maxLength: 20 },
    );
    fc.assert(
      fc.property(bookings, fc.bigInt(-(10n ** 13n), 10n ** 13n), (all, opening) => {
        const entries = read(statementOf(number, all, opening));
        const signed = entries.map((entry) =>
          entry.kind === 'refusal' ? [] : [entry.line, entry.kind === 'debit' ? -entry.amount : entry.amount],
        );
        expect(signed).toEqual(all.map(({ line, amount }) => [line, amount]));
      }),
    );
  });

  const whole = statementOf(number, [booking, { line: 'B2', currency: 'SGD', amount: -100n }]);
  const changed = (from: string | RegExp, to: string): Buffer => Buffer.from(whole.toString().replace(from, to));
  test.each([
    ['of another account', () => statementOf('999', [booking]), 'which is not ours'],
    ['from which an entry is missing', () => changed(/<Ntry>.*?<\/Ntry>/s, ''), 'does not add up'],
    ['in which an entry is there twice', () => changed(/(<Ntry>.*?<\/Ntry>)/s, '$1$1'), 'does not add up'],
    ['whose amount was changed', () => changed('>500.00<', '>501.00<'), 'does not add up'],
    ['without balances', () => changed(/<Bal>.*<\/Bal>/s, ''), 'opening or closing'],
    [
      'with an entry that the bank does not name',
      () => changed(/<AcctSvcrRef>.*?<\/AcctSvcrRef>/gs, ''),
      'no reference',
    ],
    ['finer than its currency', () => changed(/>500\.00</g, '>500.001<'), 'more decimals than'],
    ['in a currency that we do not hold', () => changed(/Ccy="SGD"/g, 'Ccy="XAU"'), 'not a valid amount'],
    ['of a kind that nobody has asked for', () => changed('camt.053.001.08', 'camt.052.001.08'), 'instead of one of'],
    ['that declares entities', () => Buffer.from(`<!DOCTYPE x [<!ENTITY a "b">]>${whole.toString()}`), 'document type'],
  ])('%s is rejected as a whole', (_, file, complaint) => {
    expect(() => read(file())).toThrow(complaint);
  });

  test('that is truncated anywhere is never accepted', () => {
    fc.assert(
      fc.property(fc.nat(whole.length - 1), (length) => {
        expect(() => read(whole.subarray(0, length))).toThrow();
      }),
    );
  });
});

describe('an exchange of files', () => {
  const clock = { now: () => new Date() };
  async function open(): Promise<FileBank> {
    const files = createFolderStore(await mkdtemp(join(tmpdir(), 'bank-')));
    return { id: 'dbs', name: 'DBS', country: 'SG', account, files };
  }

  test('returns a file until it is acknowledged, and never again', async () => {
    const bank = await open();
    const port = createBanks([bank], clock);
    expect(await port.unread()).toEqual([]);
    await bank.files.write('in/2.xml', statementOf(number, [{ ...booking, line: 'LATER' }]));
    await bank.files.write('in/1.xml', notificationOf(number, [booking]));
    const linesOf = async (): Promise<string[]> =>
      (await port.unread()).flatMap(({ entries }) => entries.map(({ line }) => line));
    expect(await linesOf()).toEqual(['B1', 'LATER']);
    expect(await linesOf()).toEqual(['B1', 'LATER']);
    const [first] = await port.unread();
    // Two nodes may have read the same file.
    await Promise.all([first?.acknowledge(), first?.acknowledge()]);
    expect(await linesOf()).toEqual(['LATER']);
    expect((await bank.files.list('in/read')).map(({ name }) => name)).toEqual(['1.xml']);
  });

  test('ignores a file that may still be uploading, and rejects it after the grace period', async () => {
    const bank = await open();
    const file = statementOf(number, [booking]);
    await bank.files.write('in/1.xml', file.subarray(0, 200));
    expect(await createBanks([bank], clock).unread()).toEqual([]);
    const later = { now: () => new Date(Date.now() + 11 * 60_000) };
    const [news] = await createBanks([bank], later).unread();
    expect(news?.entries).toEqual([]);
    expect(news?.rejectedFile).toEqual({ partnerId: 'dbs', name: '1.xml', reason: 'incomplete' });
    await news?.acknowledge();
    expect((await bank.files.list('in/refused')).map(({ name }) => name)).toEqual(['1.xml']);
  });

  test('pauses after a read of a bank and after a failed connection', async () => {
    const bank = await open();
    let now = Date.now();
    let isDown = false;
    let calls = 0;
    const files = {
      ...bank.files,
      list: (folder: string) => ((calls += 1), bank.files.list(folder)),
      write: (path: string, bytes: Buffer) => (
        (calls += 1),
        isDown ? Promise.reject(new Error('no route')) : bank.files.write(path, bytes)
      ),
    };
    const port = createBanks([{ ...bank, files, pauseMs: 60_000 }], { now: () => new Date(now) });
    await port.unread();
    await port.unread();
    expect(calls).toBe(1);
    isDown = true;
    await expect(port.pay(payment('SWIFT SGD'))).rejects.toThrow('no route');
    isDown = false;
    await expect(port.pay(payment('SWIFT SGD'))).rejects.toThrow('tried again later');
    expect(calls).toBe(2);
    now += 60_000;
    await port.pay(payment('SWIFT SGD'));
    await port.unread();
    expect(calls).toBe(4);
  });

  test('with one unreachable bank still reads the others', async () => {
    const [good, bad] = [await open(), await open()];
    await good.files.write('in/1.xml', notificationOf(number, [booking]));
    const broken = {
      ...bad,
      id: 'lu' as const,
      files: { ...bad.files, list: () => Promise.reject(new Error('no route')) },
    };
    const news = await createBanks([broken, good], clock).unread();
    expect(news.flatMap(({ entries }) => entries)).toHaveLength(1);
    await expect(news[0]?.acknowledge()).rejects.toThrow('lu: no route');
  });
});
