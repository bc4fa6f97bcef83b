import { isCurrency } from '@wusd/api-sdk/domain';
import { isAmount, toMinor } from '@wusd/api-sdk/money';
import { scaleOf } from '@wusd/server-kit/registry/currencies';
import type { BankEntry, CompanyAccount, SenderAccount, WireSender } from '../ports.ts';
import { children, child, type Element, FileRejected, requireText, parseDocument, textAt } from './xml.ts';

const statement = 'camt.053.001.08';
const notification = 'camt.054.001.08';
const status = 'pain.002.001.10';

/**
 * Parses an ISO 20022 file of a bank: a statement (camt.053.001.08), a notification of debits and credits
 * (camt.054.001.08), or a payment status report (pain.002.001.10). A file is accepted or rejected as a whole.
 *
 * @param account our account at the bank. Files about other accounts are rejected.
 * @throws FileIncomplete, FileRejected if it is about another account, is malformed, or does not add up
 */
export function parseBankFile(partnerId: string, account: CompanyAccount, bytes: Buffer): BankEntry[] {
  const { namespace, root } = parseDocument(bytes, [statement, notification, status]);
  if (namespace === status) return readStatus(partnerId, root);
  const isStatement = namespace === statement;
  const message = child(root, isStatement ? 'BkToCstmrStmt' : 'BkToCstmrDbtCdtNtfctn');
  const parts = children(message, isStatement ? 'Stmt' : 'Ntfctn');
  if (parts.length === 0) throw new FileRejected('The file has no statement');
  return parts.flatMap((part) => readPart(partnerId, account, part, isStatement));
}

function readPart(partnerId: string, account: CompanyAccount, part: Element, isStatement: boolean): BankEntry[] {
  const number = textAt(part, 'Acct/Id/IBAN') ?? textAt(part, 'Acct/Id/Othr/Id');
  if (number === undefined || number !== (account.iban ?? account.accountNumber))
    throw new FileRejected(`The file is about account ${number ?? 'none'}, which is not ours at this bank`);
  // Entries that are not booked yet, e.g. expected ones, are ignored.
  const booked = children(part, 'Ntry').filter((entry) => (textAt(entry, 'Sts/Cd') ?? textAt(entry, 'Sts')) === 'BOOK');
  if (isStatement) assertBalances(part, booked);
  return booked.flatMap((entry) => readEntry(partnerId, entry));
}

interface Amount {
  currency: string;
  /** Minor units; debits are negative. */
  minor: bigint;
}

function amountOf(of: Element, sign: Element = of): Amount {
  const text = requireText(of, 'Amt');
  const currency = textAt(child(of, 'Amt'), '@Ccy') ?? '';
  if (!isCurrency(currency) || !isAmount(text, 5)) throw new FileRejected(`${text} ${currency} is not a valid amount`);
  const scale = scaleOf(currency);
  const [whole = '', fraction = ''] = text.split('.');
  const decimals = fraction.replace(/0+$/, '');
  if (decimals.length > scale) throw new FileRejected(`${text} ${currency} has more decimals than the currency`);
  const minor = toMinor(decimals === '' ? whole : `${whole}.${decimals}`, scale);
  const indicator = requireText(sign, 'CdtDbtInd');
  if (indicator !== 'CRDT' && indicator !== 'DBIT') throw new FileRejected(`${indicator} is neither credit nor debit`);
  return { currency, minor: indicator === 'CRDT' ? minor : -minor };
}

/** The opening balance and all entries must sum to the closing balance: otherwise an entry is missing or duplicated. */
function assertBalances(part: Element, booked: readonly Element[]): void {
  const balance = (code: string): Amount | undefined => {
    const element = children(part, 'Bal').find((each) => textAt(each, 'Tp/CdOrPrtry/Cd') === code);
    return element && amountOf(element);
  };
  const [opening, closing] = [balance('OPBD') ?? balance('PRCD'), balance('CLBD')];
  if (!opening || !closing) throw new FileRejected('The statement lacks an opening or closing balance');
  const amounts = booked.map((entry) => amountOf(entry));
  if (amounts.some(({ currency }) => currency !== opening.currency) || closing.currency !== opening.currency)
    throw new FileRejected('The statement mixes currencies');
  const sum = amounts.reduce((total, { minor }) => total + minor, opening.minor);
  if (sum !== closing.minor) throw new FileRejected('The statement does not add up: an entry is missing or duplicated');
}

function readEntry(partnerId: string, entry: Element): BankEntry[] {
  const details = children(entry, 'NtryDtls').flatMap((each) => children(each, 'TxDtls'));
  if (details.length === 0) return [entryOf(partnerId, entry, undefined, textAt(entry, 'AcctSvcrRef'))];
  const total = amountOf(entry);
  const read = details.map((each) => {
    // A single transaction uses the reference of its entry.
    const line = textAt(each, 'Refs/AcctSvcrRef') ?? (details.length === 1 ? textAt(entry, 'AcctSvcrRef') : undefined);
    return entryOf(partnerId, entry, each, line);
  });
  const sum = read.reduce(
    (subtotal, each) => subtotal + (each.kind === 'refusal' ? 0n : each.kind === 'debit' ? -each.amount : each.amount),
    0n,
  );
  if (sum !== total.minor) throw new FileRejected('The amount of an entry is not the sum of its transactions');
  return read;
}

function entryOf(partnerId: string, entry: Element, details: Element | undefined, line: string | undefined): BankEntry {
  if (line === undefined || line === '')
    throw new FileRejected('An entry has no reference from the bank (AcctSvcrRef)');
  const own = details && textAt(details, 'Amt') !== undefined ? details : entry;
  const { currency, minor } = amountOf(own, textAt(own, 'CdtDbtInd') === undefined ? entry : own);
  const reported = textAt(details, 'Refs/EndToEndId');
  const endToEndId = reported === 'NOTPROVIDED' ? undefined : reported;
  const base = { partnerId, line, currency };
  if (minor < 0n) return { ...base, kind: 'debit', amount: -minor, ...(endToEndId !== undefined && { endToEndId }) };
  if (child(details, 'RtrInf') && endToEndId !== undefined)
    return { ...base, kind: 'return', amount: minor, endToEndId };
  const sender = senderOf(details);
  return {
    ...base,
    kind: 'credit',
    amount: minor,
    reference: [...unstructured(details), endToEndId ?? ''].join(' ').trim(),
    ...(sender && { sender }),
    ...(endToEndId !== undefined && { endToEndId }),
  };
}

function senderOf(details: Element | undefined): WireSender | undefined {
  const name = textAt(details, 'RltdPties/Dbtr/Pty/Nm');
  if (name === undefined) return undefined;
  const country = textAt(details, 'RltdPties/Dbtr/Pty/PstlAdr/Ctry');
  const account = senderAccountOf(details);
  return {
    name,
    ...(country !== undefined && { country }),
    ...(Object.keys(account).length > 0 && { account }),
  };
}

function senderAccountOf(details: Element | undefined): SenderAccount {
  const paths = {
    iban: 'RltdPties/DbtrAcct/Id/IBAN',
    accountNumber: 'RltdPties/DbtrAcct/Id/Othr/Id',
    bic: 'RltdAgts/DbtrAgt/FinInstnId/BICFI',
    bankName: 'RltdAgts/DbtrAgt/FinInstnId/Nm',
    bankCode: 'RltdAgts/DbtrAgt/FinInstnId/ClrSysMmbId/MmbId',
    clearingSystem: 'RltdAgts/DbtrAgt/FinInstnId/ClrSysMmbId/ClrSysId/Cd',
  } satisfies Record<keyof SenderAccount, string>;
  const read = Object.entries(paths).map(([name, path]) => [name, textAt(details, path)] as const);
  return Object.fromEntries(read.filter(([, text]) => text !== undefined));
}

const unstructured = (details: Element | undefined): string[] => {
  const value: unknown = child(details, 'RmtInf')?.['Ustrd'];
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
};

/** Payments that the bank rejects. Accepted payments appear on a statement. */
function readStatus(partnerId: string, root: Element): BankEntry[] {
  const report = child(root, 'CstmrPmtStsRpt');
  const message = requireText(report, 'GrpHdr/MsgId');
  const refusal = (endToEndId: string): BankEntry => ({
    kind: 'refusal',
    partnerId,
    line: `${message}/${endToEndId}`,
    endToEndId,
  });
  // Each of our messages has one payment, and its id is the payment's end-to-end id.
  if (textAt(report, 'OrgnlGrpInfAndSts/GrpSts') === 'RJCT')
    return [refusal(requireText(report, 'OrgnlGrpInfAndSts/OrgnlMsgId'))];
  return children(report, 'OrgnlPmtInfAndSts').flatMap((part) =>
    textAt(part, 'PmtInfSts') === 'RJCT'
      ? [refusal(requireText(part, 'OrgnlPmtInfId'))]
      : children(part, 'TxInfAndSts')
          .filter((each) => textAt(each, 'TxSts') === 'RJCT')
          .map((each) => refusal(requireText(each, 'OrgnlEndToEndId'))),
  );
}
