import { isCurrency } from '@wusd/api-sdk/domain';
import { isAmount, toMinor } from '@wusd/api-sdk/money';
import { scaleOf } from '../../platform/registry/currencies.ts';
import type { BankEntry, CompanyAccount } from '../ports.ts';
import { children, child, type Element, FileRejected, requireText, parseDocument, textAt } from './xml.ts';

const statement = 'camt.053.001.08';
const notification = 'camt.054.001.08';
const status = 'pain.002.001.10';

/**
 * What a bank says: a statement (ISO 20022 camt.053.001.08), a notification of debits and credits (camt.054.001.08), or how it took a payment
 * (pain.002.001.10). A file counts whole or not at all.
 *
 * @param account ours, of which alone it may speak
 * @throws FileIncomplete, FileRejected where it is another's, can't be read, or does not add up
 */
export function parseBankFile(partnerId: string, account: CompanyAccount, bytes: Buffer): BankEntry[] {
  const { namespace, root } = parseDocument(bytes, [statement, notification, status]);
  if (namespace === status) return readStatus(partnerId, root);
  const isStatement = namespace === statement;
  const message = child(root, isStatement ? 'BkToCstmrStmt' : 'BkToCstmrDbtCdtNtfctn');
  const parts = children(message, isStatement ? 'Stmt' : 'Ntfctn');
  if (parts.length === 0) throw new FileRejected('It has no statement');
  return parts.flatMap((part) => readPart(partnerId, account, part, isStatement));
}

function readPart(partnerId: string, account: CompanyAccount, part: Element, isStatement: boolean): BankEntry[] {
  const number = textAt(part, 'Acct/Id/IBAN') ?? textAt(part, 'Acct/Id/Othr/Id');
  if (number === undefined || number !== (account.iban ?? account.accountNumber))
    throw new FileRejected(`It is of account ${number ?? 'none'}, which is not ours there`);
  // What is only expected is no money yet.
  const booked = children(part, 'Ntry').filter((entry) => (textAt(entry, 'Sts/Cd') ?? textAt(entry, 'Sts')) === 'BOOK');
  if (isStatement) requireSum(part, booked);
  return booked.flatMap((entry) => readEntry(partnerId, entry));
}

interface Amount {
  currency: string;
  /** Minor units; what leaves is below zero. */
  minor: bigint;
}

function amountOf(of: Element, sign: Element = of): Amount {
  const text = requireText(of, 'Amt');
  const currency = textAt(child(of, 'Amt'), '@Ccy') ?? '';
  if (!isCurrency(currency) || !isAmount(text, 5)) throw new FileRejected(`${text} ${currency} is no amount of ours`);
  const scale = scaleOf(currency);
  const [whole = '', fraction = ''] = text.split('.');
  const kept = fraction.replace(/0+$/, '');
  if (kept.length > scale) throw new FileRejected(`${text} ${currency} is finer than the currency`);
  const minor = toMinor(kept === '' ? whole : `${whole}.${kept}`, scale);
  const indicator = requireText(sign, 'CdtDbtInd');
  if (indicator !== 'CRDT' && indicator !== 'DBIT') throw new FileRejected(`${indicator} is neither credit nor debit`);
  return { currency, minor: indicator === 'CRDT' ? minor : -minor };
}

/** What was there, and what came and went, is what there is: where an entry is missing, it is not. */
function requireSum(part: Element, booked: readonly Element[]): void {
  const balance = (code: string): Amount | undefined => {
    const found = children(part, 'Bal').find((each) => textAt(each, 'Tp/CdOrPrtry/Cd') === code);
    return found && amountOf(found);
  };
  const [opening, closing] = [balance('OPBD') ?? balance('PRCD'), balance('CLBD')];
  if (!opening || !closing) throw new FileRejected('It does not say what was there before and after');
  const amounts = booked.map((entry) => amountOf(entry));
  if (amounts.some(({ currency }) => currency !== opening.currency) || closing.currency !== opening.currency)
    throw new FileRejected('It mixes currencies');
  const sum = amounts.reduce((total, { minor }) => total + minor, opening.minor);
  if (sum !== closing.minor) throw new FileRejected('It does not add up: an entry is missing, or is there twice');
}

function readEntry(partnerId: string, entry: Element): BankEntry[] {
  const details = children(entry, 'NtryDtls').flatMap((each) => children(each, 'TxDtls'));
  if (details.length === 0) return [entryOf(partnerId, entry, undefined, textAt(entry, 'AcctSvcrRef'))];
  const total = amountOf(entry);
  const read = details.map((each) => {
    // What is the only one of its entry is the entry.
    const line = textAt(each, 'Refs/AcctSvcrRef') ?? (details.length === 1 ? textAt(entry, 'AcctSvcrRef') : undefined);
    return entryOf(partnerId, entry, each, line);
  });
  const sum = read.reduce(
    (all_, each) => all_ + (each.kind === 'refusal' ? 0n : each.kind === 'debit' ? -each.amount : each.amount),
    0n,
  );
  if (sum !== total.minor) throw new FileRejected('An entry is not the sum of its transactions');
  return read;
}

function entryOf(partnerId: string, entry: Element, details: Element | undefined, line: string | undefined): BankEntry {
  if (line === undefined || line === '') throw new FileRejected('An entry has no reference of the bank (AcctSvcrRef)');
  const own = details && textAt(details, 'Amt') !== undefined ? details : entry;
  const { currency, minor } = amountOf(own, textAt(own, 'CdtDbtInd') === undefined ? entry : own);
  const said = textAt(details, 'Refs/EndToEndId');
  const endToEndId = said === 'NOTPROVIDED' ? undefined : said;
  const base = { partnerId, line, currency };
  if (minor < 0n) return { ...base, kind: 'debit', amount: -minor, ...(endToEndId !== undefined && { endToEndId }) };
  if (child(details, 'RtrInf') && endToEndId !== undefined)
    return { ...base, kind: 'return', amount: minor, endToEndId };
  const sender = textAt(details, 'RltdPties/Dbtr/Pty/Nm');
  const country = textAt(details, 'RltdPties/Dbtr/Pty/PstlAdr/Ctry');
  return {
    ...base,
    kind: 'credit',
    amount: minor,
    reference: [...unstructured(details), endToEndId ?? ''].join(' ').trim(),
    ...(sender !== undefined && { sender: { name: sender, ...(country !== undefined && { country }) } }),
  };
}

const unstructured = (details: Element | undefined): string[] => {
  const value: unknown = child(details, 'RmtInf')?.['Ustrd'];
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
};

/** Payments that a bank does not carry out; of one that it has taken, its statement will speak. */
function readStatus(partnerId: string, root: Element): BankEntry[] {
  const report = child(root, 'CstmrPmtStsRpt');
  const message = requireText(report, 'GrpHdr/MsgId');
  const refusal = (endToEndId: string): BankEntry => ({
    kind: 'refusal',
    partnerId,
    line: `${message}/${endToEndId}`,
    endToEndId,
  });
  // A message of ours is one payment, and has its name.
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
