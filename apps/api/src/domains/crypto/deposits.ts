import { decimalsOf } from '@wusd/api-sdk/domain';
import { compare, fromMinor } from '@wusd/api-sdk/money';
import { formatMoney } from '@wusd/i18n';
import { formatMessage } from '@wusd/i18n/server';
import type { Selectable } from 'kysely';
import { audit } from '../../audit/audit.ts';
import { transact, type Trx } from '../../database/database.ts';
import type { Database } from '../../database/types.ts';
import { Failure } from '../../http/failure.ts';
import { custodyAccount, ledgerScale, post, suspenseAccount } from '../../ledger/ledger.ts';
import { enqueueMail } from '../../messages/messages.ts';
import { type Actor, recordMove } from '../../states/states.ts';
import { lockCustomer } from '../customers/customers.ts';
import { depositStates, type DepositStatus, type HoldReason } from '../deposits/states.ts';
import type { Services } from '../services.ts';
import { tellWallet } from './detect.ts';
import { readNetworkTerms } from './terms.ts';

type Row = Selectable<Database['crypto_transaction']>;

/** As many as one round looks at. */
const atOnce = 200;

/** Counts the confirmations of what is under way, and credits what has enough. Each commits on its own. */
export async function advanceDeposits(services: Services): Promise<void> {
  const { db, outside, wakeUps } = services;
  const open = await db
    .selectFrom('crypto_transaction')
    .selectAll()
    .where('direction', '=', 'deposit')
    .where('status', '=', 'processing')
    .orderBy('id')
    .limit(atOnce)
    .execute();
  for (const row of open) {
    const { network_id: networkId, log_index: logIndex } = row;
    const hash = row.hash ?? '';
    // oxlint-disable-next-line no-await-in-loop -- in the order they came
    const seen = await outside.chain.confirmationsOf({ networkId, hash, logIndex });
    const isEnough = seen !== undefined && seen >= row.confirmations_needed;
    if (seen === row.confirmations && !isEnough) continue;
    // Asked outside the transaction that credits: nobody waits for a stranger while holding the customer's row.
    // oxlint-disable-next-line no-await-in-loop
    const risk = isEnough && row.sender ? await outside.screening.screen(networkId, row.sender) : row.risk;
    // oxlint-disable-next-line no-await-in-loop
    const isMoved = await transact(db, (trx) => advance(services, trx, row.id, seen, risk));
    // oxlint-disable-next-line no-await-in-loop
    if (isMoved) await wakeUps.send(row.customer_id, 'messages');
  }
}

async function advance(
  services: Services,
  trx: Trx,
  id: string,
  seen: number | undefined,
  risk: Row['risk'],
): Promise<boolean> {
  const { clock } = services;
  const row = await lockDeposit(trx, services, id);
  if (row?.status !== 'processing') return false;
  if (seen === undefined) {
    // The chain took its block back before it counted: nothing was credited, and nothing is missing.
    await move(services, trx, row, { to: 'failed', actor: 'system', reason: 'reorganised' });
    return true;
  }
  const confirmations = Math.min(seen, row.confirmations_needed);
  await trx
    .updateTable('crypto_transaction')
    .set({ confirmations, risk, updated_at: clock.now() })
    .where('id', '=', id)
    .execute();
  if (confirmations < row.confirmations_needed) {
    await tellWallet(trx, clock, row);
    return true;
  }
  const { minimumDeposit } = await readNetworkTerms(trx, row.network_id);
  const isSmall = compare(amountOf(row), minimumDeposit) < 0;
  const reason =
    (row.hold_reason as HoldReason | null) ?? (risk === 'high' ? 'high-risk' : isSmall ? 'below-minimum' : null);
  // What named nobody was taken in when it came.
  if (reason !== 'missing-memo') await takeIn(trx, clock, row, reason === null ? 'customer' : 'suspense');
  await move(
    services,
    trx,
    row,
    reason === null ? { to: 'completed', actor: 'system' } : { to: 'to be confirmed', actor: 'system', reason },
  );
  return true;
}

export interface DepositMove {
  to: Exclude<DepositStatus, 'processing'>;
  actor: Actor;
  reason?: string | undefined;
}

/**
 * What a person decides of a deposit that waits: its customer's, or refused and kept for whoever it is from.
 *
 * @throws Failure NOT_FOUND, MOVE_NOT_ALLOWED
 */
export async function decideDeposit(
  services: Services,
  id: string,
  { operator, ...decision }: DepositMove & { operator: string },
): Promise<void> {
  const { db, clock, wakeUps } = services;
  const customerId = await transact(db, async (trx) => {
    const row = await lockDeposit(trx, services, id);
    if (!row) throw new Failure('NOT_FOUND');
    await move(services, trx, row, decision);
    if (decision.to === 'completed') {
      const suspense = await suspenseAccount(trx, clock, `network-${row.network_id}`, row.currency);
      await post(trx, {
        id: `${id}:credit`,
        kind: 'crypto deposit',
        entityId: id,
        eventTime: clock.now(),
        legs: [
          { account: suspense, amount: BigInt(row.amount) },
          { account: await walletAccountOf(trx, row), amount: -BigInt(row.amount) },
        ],
      });
    }
    await audit(trx, clock, {
      customerId: row.customer_id,
      actor: decision.actor,
      act: `deposit ${decision.to}`,
      details: { deposit: id, operator, ...(decision.reason !== undefined && { reason: decision.reason }) },
    });
    return row.customer_id;
  });
  await wakeUps.send(customerId, 'messages');
}

/** The customer first, as everything that moves money does: two that wait for each other would wait in a ring. */
async function lockDeposit(trx: Trx, { vault }: Services, id: string): Promise<Row | undefined> {
  const owner = await trx
    .selectFrom('crypto_transaction')
    .select('customer_id')
    .where('id', '=', id)
    .where('direction', '=', 'deposit')
    .executeTakeFirst();
  if (!owner) return undefined;
  await lockCustomer(trx, vault, owner.customer_id);
  return trx.selectFrom('crypto_transaction').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

async function takeIn(trx: Trx, clock: Services['clock'], row: Row, whose: 'customer' | 'suspense'): Promise<void> {
  const amount = BigInt(row.amount);
  const account =
    whose === 'customer'
      ? await walletAccountOf(trx, row)
      : await suspenseAccount(trx, clock, `network-${row.network_id}`, row.currency);
  await post(trx, {
    id: whose === 'customer' ? `${row.id}:credit` : `${row.id}:kept`,
    kind: 'crypto deposit',
    entityId: row.id,
    eventTime: clock.now(),
    legs: [
      { account: await custodyAccount(trx, clock, row.network_id, row.currency), amount },
      { account, amount: -amount },
    ],
  });
}

async function walletAccountOf(trx: Trx, { wallet_id: id }: Pick<Row, 'wallet_id'>): Promise<string> {
  const { account_id: account } = await trx
    .selectFrom('wallet_account')
    .select('account_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return account;
}

async function move(services: Services, trx: Trx, row: Row, { to, actor, reason }: DepositMove): Promise<void> {
  const { clock, vault, settings } = services;
  const { id } = row;
  await recordMove(trx, clock, depositStates, { id, from: row.status as DepositStatus, to, actor, reason });
  await trx
    .updateTable('crypto_transaction')
    .set((eb) => ({
      status: to,
      version: eb('version', '+', 1),
      updated_at: clock.now(),
      ...(to === 'to be confirmed' && { hold_reason: reason ?? null }),
    }))
    .where('id', '=', id)
    .execute();
  await tellWallet(trx, clock, row);
  const customer = await lockCustomer(trx, vault, row.customer_id);
  await enqueueMail(trx, clock, vault, customer, mails[to], {
    name: customer.fullName,
    amount: formatMoney(customer.language, amountOf(row), row.currency, decimalsOf(row.currency)),
    reason: reason === undefined ? '' : formatMessage(customer.language, `message.depositReason.${reason}`),
    reference: id,
    support: settings.supportEmail,
  });
}

const mails: Record<DepositMove['to'], string> = {
  completed: 'message.depositCompleted',
  failed: 'message.depositFailed',
  'to be confirmed': 'message.depositHeld',
  rejected: 'message.depositRejected',
};

const amountOf = ({ amount, currency }: Pick<Row, 'amount' | 'currency'>): string =>
  fromMinor(BigInt(amount), ledgerScale[currency] ?? 0);
