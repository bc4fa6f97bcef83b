import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fromMinor } from '@wusd/api-sdk/money';
import { XMLBuilder, XMLParser } from 'fast-xml-parser';
import { memoryPages, validateXML } from 'xmllint-wasm';
import type { FileStore } from '../src/gateways/banks/file-store.ts';
import type { SenderAccount, WireSender } from '../src/gateways/ports.ts';

// The bank's side of a file exchange: it reads payment instructions and writes statements.

/** A transaction that a bank has booked on an account. */
export interface Booking {
  /** The bank's id of the booking. */
  line: string;
  currency: string;
  /** Minor units; negative for a debit. */
  amount: bigint;
  endToEndId?: string;
  remittance?: string[];
  sender?: WireSender;
  /** ISO 20022 external code of a return. */
  returnReason?: string;
  status?: 'BOOK' | 'PDNG';
}

const decimals = (currency: string): number => (currency === 'JPY' ? 0 : 2);
const money = (currency: string, minor: bigint) => ({
  Amt: { '@Ccy': currency, '#text': fromMinor(minor < 0n ? -minor : minor, decimals(currency)) },
  CdtDbtInd: minor < 0n ? 'DBIT' : 'CRDT',
});
const at = '2026-03-01T08:00:00Z';
const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@' });
const write = (namespace: string, root: object): Buffer =>
  Buffer.from(builder.build({ Document: { '@xmlns': `urn:iso:std:iso:20022:tech:xsd:${namespace}`, ...root } }));

function relatedOf({ name, country, account: of }: WireSender) {
  return {
    RltdPties: {
      Dbtr: { Pty: { Nm: name, ...(country !== undefined && { PstlAdr: { Ctry: country } }) } },
      ...(of && {
        DbtrAcct: { Id: of.iban === undefined ? { Othr: { Id: of.accountNumber ?? '' } } : { IBAN: of.iban } },
      }),
    },
    ...(of && { RltdAgts: { DbtrAgt: { FinInstnId: institutionOf(of) } } }),
  };
}

const institutionOf = ({ bic, bankCode, clearingSystem, bankName }: SenderAccount) => ({
  ...(bic !== undefined && { BICFI: bic }),
  ...(bankCode !== undefined && { ClrSysMmbId: { ClrSysId: { Cd: clearingSystem }, MmbId: bankCode } }),
  ...(bankName !== undefined && { Nm: bankName }),
});

const entryOf = ({ line, currency, amount, endToEndId, remittance, sender, returnReason, status }: Booking) => ({
  ...money(currency, amount),
  Sts: { Cd: status ?? 'BOOK' },
  BookgDt: { Dt: at.slice(0, 10) },
  AcctSvcrRef: line,
  BkTxCd: { Prtry: { Cd: 'TRF' } },
  NtryDtls: {
    TxDtls: {
      Refs: { AcctSvcrRef: line, EndToEndId: endToEndId ?? 'NOTPROVIDED' },
      ...money(currency, amount),
      ...(sender && relatedOf(sender)),
      ...(remittance && { RmtInf: { Ustrd: remittance } }),
      ...(returnReason !== undefined && { RtrInf: { Rsn: { Cd: returnReason } } }),
    },
  },
});
const account = (number: string) => ({
  Acct: { Id: /^[A-Z]{2}\d{2}/.test(number) ? { IBAN: number } : { Othr: { Id: number } } },
});

/** Builds an end-of-day statement (camt.053) of bookings in one currency. @param opening minor units */
export function statementOf(number: string, bookings: readonly Booking[], opening = 0n): Buffer {
  const currency = bookings[0]?.currency ?? 'SGD';
  const closing = bookings.reduce((sum, { amount, status }) => (status === 'PDNG' ? sum : sum + amount), opening);
  const balance = (code: string, minor: bigint) => ({
    Tp: { CdOrPrtry: { Cd: code } },
    ...money(currency, minor),
    Dt: { Dt: at.slice(0, 10) },
  });
  return write('camt.053.001.08', {
    BkToCstmrStmt: {
      GrpHdr: { MsgId: 'S1', CreDtTm: at },
      Stmt: {
        Id: 'S1',
        CreDtTm: at,
        ...account(number),
        Bal: [balance('OPBD', opening), balance('CLBD', closing)],
        ...(bookings.length > 0 && { Ntry: bookings.map(entryOf) }),
      },
    },
  });
}

/** Builds an intraday notification of bookings (camt.054). */
export function notificationOf(number: string, bookings: readonly Booking[]): Buffer {
  return write('camt.054.001.08', {
    BkToCstmrDbtCdtNtfctn: {
      GrpHdr: { MsgId: 'N1', CreDtTm: at },
      Ntfctn: { Id: 'N1', CreDtTm: at, ...account(number), Ntry: bookings.map(entryOf) },
    },
  });
}

/** Builds a status report that rejects a payment (pain.002). */
export function refusalOf(endToEndId: string): Buffer {
  return write('pain.002.001.10', {
    CstmrPmtStsRpt: {
      GrpHdr: { MsgId: 'R1', CreDtTm: at },
      OrgnlGrpInfAndSts: { OrgnlMsgId: endToEndId, OrgnlMsgNmId: 'pain.001.001.09' },
      OrgnlPmtInfAndSts: {
        OrgnlPmtInfId: endToEndId,
        TxInfAndSts: { OrgnlEndToEndId: endToEndId, TxSts: 'RJCT', StsRsnInf: { Rsn: { Cd: 'AC04' } } },
      },
    },
  });
}

/** A payment instruction in one of our files. */
export interface Told {
  endToEndId: string;
  currency: string;
  amount: string;
  creditor: string;
  /** IBAN or account number. */
  account: string;
  bic: string | undefined;
  member: string | undefined;
  remittance: string;
}

const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '@', parseTagValue: false });

/** Parses a payment file like a bank. */
export function readPayment(bytes: Buffer): Told {
  const { Document: document } = parser.parse(bytes.toString());
  const transfer = document.CstmrCdtTrfInitn.PmtInf.CdtTrfTxInf;
  const { IBAN: iban, Othr: other } = transfer.CdtrAcct.Id;
  return {
    endToEndId: transfer.PmtId.EndToEndId,
    currency: transfer.Amt.InstdAmt['@Ccy'],
    amount: transfer.Amt.InstdAmt['#text'],
    creditor: transfer.Cdtr.Nm,
    account: iban ?? other.Id,
    bic: transfer.CdtrAgt.FinInstnId.BICFI,
    member: transfer.CdtrAgt.FinInstnId.ClrSysMmbId?.MmbId,
    remittance: transfer.RmtInf.Ustrd,
  };
}

/** Returns all payment instructions to the bank, in the order of its files. */
export async function toldTo(files: FileStore): Promise<Told[]> {
  const names = await files.list('out');
  return Promise.all(names.map(async ({ name }) => readPayment(await files.read(`out/${name}`))));
}

const schemas = join(dirname(fileURLToPath(import.meta.url)), 'iso20022');

/** Validates a file against its schema with libxml2. @returns the errors; empty if it is valid */
export async function complaintsOf(bytes: Buffer): Promise<string[]> {
  const text = bytes.toString();
  const name = readdirSync(schemas).find((each) => text.includes(`:${each.replace('.xsd', '')}"`));
  if (name === undefined) return ['It is of no known schema'];
  const { valid, errors } = await validateXML({
    xml: [{ fileName: 'file.xml', contents: text }],
    schema: [{ fileName: name, contents: readFileSync(join(schemas, name), 'utf8') }],
    initialMemoryPages: 32 * memoryPages.MiB,
  });
  return valid ? [] : errors.map(({ message }) => message);
}
