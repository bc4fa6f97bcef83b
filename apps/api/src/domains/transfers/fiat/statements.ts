import { raiseAlert } from '../../../platform/alerts/alerts.ts';
import { isProhibited } from '../../compliance/prohibited-countries.ts';
import { type Db, transact, type Trx } from '../../../platform/database/database.ts';
import { forEachSettled } from '../../../platform/for-each-settled.ts';
import { everything, type QueueRun } from '../../../platform/jobs/run.ts';
import { bankAccount, post, suspenseAccount, unexplainedAccount } from '../../../ledger/ledger.ts';
import type { BankEntry, WireSender } from '../../../gateways/ports.ts';
import type { Services } from '../../services.ts';
import { lockTransfer } from '../core/transactions.ts';
import { transitionWithdrawalWithin } from '../core/withdrawals.ts';
import { receiveWire } from './incoming-wires.ts';
import type { FiatWithdrawalRow } from './transactions.ts';
import { fiatWithdrawals } from './withdrawals.ts';
import { sealedDocument } from '../../../platform/security/sealed-document.ts';

type Credit = Extract<BankEntry, { kind: 'credit' }>;
type PayoutEntry = Exclude<BankEntry, Credit>;

/**
 * Records each line of the banks' statements once, in any order. A line is committed together with all its
 * consequences. A statement is acknowledged once all its lines are recorded.
 */
export async function readStatements(services: Services, run: QueueRun = everything): Promise<void> {
  const { db, gateways, notifier } = services;
  await forEachSettled(await gateways.bank.unread(run.partnerId), async ({ entries, rejectedFile, acknowledge }) => {
    await run.forEach(
      entries,
      ({ line }) => line,
      async (entry) => {
        if (await isRecorded(db, entry)) return;
        // The customer's row must not be locked during the screening request.
        const sender = entry.kind === 'credit' ? entry.sender : undefined;
        const risk = sender ? await screenSender(services, sender) : 'low';
        const customerId = await transact(db, (trx) => record(trx, services, entry, risk));
        if (customerId !== undefined) await notifier.send(customerId, 'messages');
      },
    );
    if (rejectedFile) {
      const { partnerId, name, reason } = rejectedFile;
      await raiseAlert(services, { kind: 'bank-file-rejected', entityId: `${partnerId}/${name}`, details: { reason } });
    }
    await acknowledge();
  });
}

/** Money from a prohibited country gets a high risk, so an operator must review it. */
async function screenSender(services: Services, { name, country }: WireSender): Promise<'low' | 'high'> {
  if (isProhibited(services, country)) return 'high';
  return services.gateways.screening.screenParty({ name, country: country ?? '' });
}

/** @throws Error if the bank has sent a different line with the same id, which needs an operator */
async function isRecorded(db: Db, entry: BankEntry): Promise<boolean> {
  const { partnerId, line, kind } = entry;
  const row = await db
    .selectFrom('bank_line')
    .select(['kind', 'currency', 'amount'])
    .where('partner_id', '=', partnerId)
    .where('line', '=', line)
    .executeTakeFirst();
  if (!row) return false;
  const isSame =
    row.kind === kind &&
    (kind === 'refusal' || (row.currency === entry.currency && row.amount === entry.amount.toString()));
  if (!isSame) throw new Error(`${partnerId} has sent another line ${line} before`);
  return true;
}

/** @returns the customer; undefined if the line identifies no customer or was recorded before */
async function record(
  trx: Trx,
  services: Services,
  entry: BankEntry,
  risk: 'low' | 'high',
): Promise<string | undefined> {
  const { clock } = services;
  const { partnerId, line, kind } = entry;
  // Concurrent nodes serialize here: the second node finds the line recorded.
  const { numInsertedOrUpdatedRows: isNew } = await trx
    .insertInto('bank_line')
    .values({
      partner_id: partnerId,
      line,
      kind,
      currency: kind === 'refusal' ? null : entry.currency,
      amount: kind === 'refusal' ? null : entry.amount.toString(),
      details_sealed: kind === 'credit' ? sealLine(services, entry) : null,
      seen_at: clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (isNew !== 1n) return undefined;
  return kind === 'credit' ? recordCredit(trx, services, entry, risk) : recordPayoutEntry(trx, services, entry);
}

async function recordCredit(
  trx: Trx,
  services: Services,
  credit: Credit,
  risk: 'low' | 'high',
): Promise<string | undefined> {
  const { clock } = services;
  const { partnerId, line, currency, amount, reference } = credit;
  const customerId = await findByReference(trx, reference);
  if (customerId !== undefined) {
    const id = await receiveWire(trx, services, {
      customerId,
      partnerId,
      line,
      currency,
      amount,
      risk,
      from: 'bank',
    });
    await assignLine(trx, partnerId, line, id);
    return customerId;
  }
  // Money that identifies no customer stays in suspense until an operator matches it.
  await post(trx, {
    id: `unmatched:${partnerId}:${line}`,
    kind: 'unmatched credit',
    entityId: line,
    eventTime: clock.now(),
    legs: [
      { account: await bankAccount(trx, clock, partnerId, currency), amount },
      { account: await suspenseAccount(trx, clock, partnerId, currency), amount: -amount },
    ],
  });
  return undefined;
}

/** Records a line about a payout: the money was debited, returned or refused. */
async function recordPayoutEntry(trx: Trx, services: Services, entry: PayoutEntry): Promise<string | undefined> {
  const { partnerId, line, kind } = entry;
  const named = await trx
    .selectFrom('fiat_transaction')
    .select('id')
    .where('end_to_end_id', '=', entry.endToEndId ?? '')
    .where('partner_id', '=', partnerId)
    .executeTakeFirst();
  const row = named && (await lockTransfer(trx, services, fiatWithdrawals, named.id));
  if (kind === 'refusal') {
    if (row?.status === 'processing')
      await transitionWithdrawalWithin(trx, services, fiatWithdrawals, row, {
        to: 'failed',
        actor: 'system',
        reason: 'refused',
      });
    await assignLine(trx, partnerId, line, row?.id ?? 'nothing');
    return row?.customer_id;
  }
  if (row?.currency === entry.currency) {
    const isRecorded =
      kind === 'debit'
        ? await settle(trx, services, row, entry.amount)
        : await returnPayout(trx, services, row, entry.amount);
    if (isRecorded) {
      await assignLine(trx, partnerId, line, row.id);
      return row.customer_id;
    }
  }
  await postUnexplained(trx, services, entry);
  return undefined;
}

/** @returns whether the debit belongs to the withdrawal and is its first debit */
async function settle(trx: Trx, services: Services, row: FiatWithdrawalRow, statedAmount: bigint): Promise<boolean> {
  const before = await trx
    .selectFrom('bank_line')
    .select('line')
    .where('entity_id', '=', row.id)
    .where('kind', '=', 'debit')
    .executeTakeFirst();
  if (before) return false;
  if (row.status === 'processing') {
    await transitionWithdrawalWithin(trx, services, fiatWithdrawals, row, {
      to: 'completed',
      actor: 'system',
      statedAmount,
    });
    return true;
  }
  // The return was recorded before the debit, and settled the withdrawal with its own amount.
  return row.status === 'failed' && row.returned !== null && statedAmount === BigInt(row.amount);
}

/** @returns whether the withdrawal was in a status that allows a return */
async function returnPayout(
  trx: Trx,
  services: Services,
  row: FiatWithdrawalRow,
  statedAmount: bigint,
): Promise<boolean> {
  if (row.status !== 'processing' && row.status !== 'completed') return false;
  // The payout must be completed before it can be returned, regardless of the order of the lines.
  const left =
    row.status === 'completed'
      ? row
      : await transitionWithdrawalWithin(trx, services, fiatWithdrawals, row, { to: 'completed', actor: 'system' });
  await transitionWithdrawalWithin(trx, services, fiatWithdrawals, left, {
    to: 'failed',
    actor: 'system',
    reason: 'returned',
    statedAmount,
  });
  return true;
}

/** Posts money that moved without a withdrawal, as stated by the bank. An operator must explain it. */
async function postUnexplained(
  trx: Trx,
  { clock }: Services,
  { kind, partnerId, line, currency, amount }: Exclude<PayoutEntry, { kind: 'refusal' }>,
): Promise<void> {
  const signed = kind === 'debit' ? amount : -amount;
  await post(trx, {
    id: `unexplained:${partnerId}:${line}`,
    kind: `unexplained ${kind}`,
    entityId: line,
    eventTime: clock.now(),
    legs: [
      { account: await unexplainedAccount(trx, clock, partnerId, currency), amount: signed },
      { account: await bankAccount(trx, clock, partnerId, currency), amount: -signed },
    ],
  });
}

/** Records the entity to which a line belongs. */
export async function assignLine(trx: Trx, partnerId: string, line: string, entityId: string): Promise<void> {
  await trx
    .updateTable('bank_line')
    .set({ entity_id: entityId })
    .where('partner_id', '=', partnerId)
    .where('line', '=', line)
    .execute();
}

/**
 * Finds the customer whose reference is in the text, regardless of spaces; undefined if the text has references of two
 * customers.
 */
async function findByReference(trx: Trx, text: string): Promise<string | undefined> {
  const written = text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  const references = [...new Set(written.match(/WU\d{9}/g) ?? [])];
  if (references.length === 0) return undefined;
  const [first, ...others] = await trx
    .selectFrom('customer_reference')
    .select('customer_id')
    .where('reference', 'in', references)
    .execute();
  return others.length === 0 ? first?.customer_id : undefined;
}

/** Details of a credit in a statement, in addition to its amount. */
type LineDetails = Partial<Pick<Credit, 'reference' | 'sender' | 'endToEndId'>>;

const sealedLines = sealedDocument<LineDetails>('bank-line');

export function sealLine(
  { vault }: Pick<Services, 'vault'>,
  { partnerId, line, reference, sender, endToEndId }: Pick<Credit, 'partnerId' | 'line'> & LineDetails,
): Buffer {
  return sealedLines.seal(vault, { reference, sender, endToEndId }, partnerId, line);
}

interface SealedLine {
  partner_id: string;
  line: string;
  details_sealed: Buffer | null;
}

/** Decrypts the reference of a credit, its sender, and the sender's payment id. */
export function openLine(
  { vault }: Pick<Services, 'vault'>,
  { partner_id: partnerId, line, details_sealed: sealed }: SealedLine,
): LineDetails {
  return sealed === null ? {} : sealedLines.open(vault, sealed, partnerId, line);
}

/** Re-encrypts a line under the current key; undefined if it already uses the current key. */
export const reencryptLine = (
  { vault }: Pick<Services, 'vault'>,
  { partner_id: partnerId, line, details_sealed: sealed }: SealedLine,
): Buffer | undefined => (sealed === null ? undefined : sealedLines.reseal(vault, sealed, partnerId, line));
