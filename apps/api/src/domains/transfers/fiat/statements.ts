import { isProhibited } from '../../compliance/prohibited-countries.ts';
import { type Db, transact, type Trx } from '../../../platform/database/database.ts';
import { forEachSettled } from '../../../platform/for-each-settled.ts';
import { everything, type QueueRun } from '../../../platform/jobs/run.ts';
import { bankAccount, post, suspenseAccount, unexplainedAccount } from '../../../ledger/ledger.ts';
import type { BankEntry } from '../../../gateways/ports.ts';
import type { Services } from '../../services.ts';
import { creditArrival } from './deposits.ts';
import { type FiatRow, lockFiat } from './transactions.ts';
import { transitionFiatWithdrawalWithin } from './withdrawals.ts';

type Credit = Extract<BankEntry, { kind: 'credit' }>;
type Other = Exclude<BankEntry, Credit>;

/**
 * Takes what banks say, each line once, whatever is said again and in whichever order. A line commits with all that follows from it; what was
 * said is acknowledged when all of it is on record.
 */
export async function readStatements(services: Services, run: QueueRun = everything): Promise<void> {
  const { db, gateways, notifier } = services;
  await forEachSettled(await gateways.bank.unread(run.partnerId), async ({ entries, acknowledge }) => {
    await run.forEach(
      entries,
      ({ line }) => line,
      async (entry) => {
        if (await isKnown(db, entry)) return;
        // Asked outside the transaction: nobody waits for a stranger while holding the customer's row.
        const sender = entry.kind === 'credit' ? entry.sender : undefined;
        const risk = sender ? await riskOf(services, sender) : 'low';
        const customerId = await transact(db, (trx) => take(trx, services, entry, risk));
        if (customerId !== undefined) await notifier.send(customerId, 'messages');
      },
    );
    await acknowledge();
  });
}

/** Money from a bank in a prohibited country waits for a person. */
async function riskOf(
  services: Services,
  { name, country }: { name: string; country?: string },
): Promise<'low' | 'high'> {
  if (isProhibited(services, country)) return 'high';
  return services.gateways.screening.screenParty({ name, country: country ?? '' });
}

/** @throws Error where a bank says otherwise under the same name: that is for a person to look at */
async function isKnown(db: Db, entry: BankEntry): Promise<boolean> {
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
  if (!isSame) throw new Error(`${partnerId} says of line ${line} what it has not said before`);
  return true;
}

/** @returns whose it is; undefined where it is nobody's, or was taken before */
async function take(trx: Trx, services: Services, entry: BankEntry, risk: 'low' | 'high'): Promise<string | undefined> {
  const { clock } = services;
  const { partnerId, line, kind } = entry;
  // Nodes that read at once queue here, and the later one finds the line taken.
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
  return kind === 'credit' ? takeCredit(trx, services, entry, risk) : takeOther(trx, services, entry);
}

async function takeCredit(
  trx: Trx,
  services: Services,
  credit: Credit,
  risk: 'low' | 'high',
): Promise<string | undefined> {
  const { clock } = services;
  const { partnerId, line, currency, amount, reference } = credit;
  const customerId = await findByReference(trx, reference);
  if (customerId !== undefined) {
    const id = await creditArrival(trx, services, {
      customerId,
      partnerId,
      line,
      currency,
      amount,
      risk,
      from: 'bank',
    });
    await nameLine(trx, partnerId, line, id);
    return customerId;
  }
  // Money that names no customer is kept where an operator looks for it.
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

/** What is said of a payout: that it left, came back, or never will leave. */
async function takeOther(trx: Trx, services: Services, entry: Other): Promise<string | undefined> {
  const { partnerId, line, kind } = entry;
  const named = await trx
    .selectFrom('fiat_transaction')
    .select('id')
    .where('end_to_end_id', '=', entry.endToEndId ?? '')
    .where('partner_id', '=', partnerId)
    .executeTakeFirst();
  const row = named && (await lockFiat(trx, services, named.id));
  if (kind === 'refusal') {
    if (row?.status === 'processing')
      await transitionFiatWithdrawalWithin(trx, services, row, { to: 'failed', actor: 'system', reason: 'refused' });
    await nameLine(trx, partnerId, line, row?.id ?? 'nothing');
    return row?.customer_id;
  }
  const isOurs = row?.currency === entry.currency;
  if (kind === 'debit' && isOurs && (await settle(trx, services, row, entry.amount))) {
    await nameLine(trx, partnerId, line, row.id);
    return row.customer_id;
  }
  if (kind === 'return' && isOurs && (row.status === 'processing' || row.status === 'completed')) {
    // It must have left to come back, whichever of the two its bank says first.
    const left =
      row.status === 'completed'
        ? row
        : await transitionFiatWithdrawalWithin(trx, services, row, { to: 'completed', actor: 'system' });
    const move = { to: 'failed', actor: 'system', reason: 'returned', stated: entry.amount } as const;
    await transitionFiatWithdrawalWithin(trx, services, left, move);
    await nameLine(trx, partnerId, line, row.id);
    return row.customer_id;
  }
  await keepUnexplained(trx, services, entry);
  return undefined;
}

/** @returns whether the debit is that withdrawal's, and nothing else of it has been said to have left */
async function settle(trx: Trx, services: Services, row: FiatRow, stated: bigint): Promise<boolean> {
  const before = await trx
    .selectFrom('bank_line')
    .select('line')
    .where('entity_id', '=', row.id)
    .where('kind', '=', 'debit')
    .executeTakeFirst();
  if (before) return false;
  if (row.status === 'processing') {
    await transitionFiatWithdrawalWithin(trx, services, row, { to: 'completed', actor: 'system', stated });
    return true;
  }
  // What had to have left when it came back; its own amount was booked then.
  return row.status === 'failed' && row.returned !== null && stated === BigInt(row.amount);
}

/** Money that moved and nobody of ours has asked for: on the books as the bank says it, and for a person to explain. */
async function keepUnexplained(
  trx: Trx,
  { clock }: Services,
  { kind, partnerId, line, currency, amount }: Exclude<Other, { kind: 'refusal' }>,
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

/** Says what a line is of. */
export async function nameLine(trx: Trx, partnerId: string, line: string, entityId: string): Promise<void> {
  await trx
    .updateTable('bank_line')
    .set({ entity_id: entityId })
    .where('partner_id', '=', partnerId)
    .where('line', '=', line)
    .execute();
}

/** Whom a wire names, however its banks have spaced what was written; nobody where it names two. */
async function findByReference(trx: Trx, text: string): Promise<string | undefined> {
  const written = text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  const references = [...new Set(written.match(/WU\d{9}/g) ?? [])];
  if (references.length === 0) return undefined;
  const [first, ...others] = await trx
    .selectFrom('customer')
    .select('id')
    .where('reference', 'in', references)
    .execute();
  return others.length === 0 ? first?.id : undefined;
}

const contextOf = (partnerId: string, line: string): string => `bank-line:${partnerId}:${line}`;

function sealLine({ vault }: Pick<Services, 'vault'>, { partnerId, line, reference, sender }: Credit): Buffer {
  return vault.seal(JSON.stringify({ reference, sender }), contextOf(partnerId, line));
}

/** What was written beside a credit, and by whom. */
export function openLine(
  { vault }: Pick<Services, 'vault'>,
  {
    partner_id: partnerId,
    line,
    details_sealed: sealed,
  }: { partner_id: string; line: string; details_sealed: Buffer | null },
): { reference?: string; sender?: { name: string; country?: string } } {
  return sealed === null ? {} : (JSON.parse(vault.open(sealed, contextOf(partnerId, line))) as { reference?: string });
}

/** The same under the current key; undefined where it is. */
export const reencryptLine = (
  { vault }: Pick<Services, 'vault'>,
  {
    partner_id: partnerId,
    line,
    details_sealed: sealed,
  }: { partner_id: string; line: string; details_sealed: Buffer | null },
): Buffer | undefined => (sealed === null ? undefined : vault.reseal(sealed, contextOf(partnerId, line)));
