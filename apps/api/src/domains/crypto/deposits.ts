import { decimalsOf } from '@wusd/api-sdk/domain';
import { compare } from '@wusd/api-sdk/money';
import { formatMoney } from '@wusd/i18n';
import { formatMessage } from '@wusd/i18n/server';
import { audit } from '../../audit/audit.ts';
import { transact, type Trx } from '../../database/database.ts';
import { forEachApart } from '../../each-apart.ts';
import { Failure } from '../../http/failure.ts';
import { custodyAccount, post, suspenseAccount } from '../../ledger/ledger.ts';
import { enqueueMail } from '../../messages/messages.ts';
import { type Actor, recordMove } from '../../states/states.ts';
import { beginRun } from '../auto-redemption/switch.ts';
import { lockCustomer } from '../customers/customers.ts';
import { depositStates, type DepositStatus, type HoldReason } from './deposit-states.ts';
import { creditOf } from '../reversals.ts';
import type { Services } from '../services.ts';
import { reverseDeposit } from './reversals.ts';
import { readNetworkTerms } from './terms.ts';
import { type CryptoRow as Row, lockTransaction } from './transactions.ts';
import { amountOf, tellWallet, walletAccountOf } from '../wallet-accounts/entries.ts';

/** So many times as deep as a deposit must be to count, and no chain takes it back. */
const finalDepth = 2;

/**
 * Counts the confirmations of what may still be taken back, credits what has enough, and undoes what its chain undid. Each commits on its
 * own.
 */
export async function advanceDeposits(services: Services): Promise<void> {
  const { db, outside, wakeUps } = services;
  const open = await db
    .selectFrom('crypto_transaction')
    .selectAll()
    .where('direction', '=', 'deposit')
    .where('is_final', '=', false)
    .where('status', '<>', 'failed')
    .orderBy('id')
    .execute();
  await forEachApart(open, async (row) => {
    const { id, status, sender, network_id: networkId, log_index: logIndex, confirmations_needed: needed } = row;
    const seen = await outside.chain.confirmationsOf({ networkId, hash: row.hash ?? '', logIndex });
    const isOpen = status === 'processing';
    const isEnough = seen !== undefined && seen >= needed;
    const isFinal = seen !== undefined && seen >= needed * finalDepth;
    if (seen !== undefined && !isFinal && !(isOpen && (isEnough || seen !== row.confirmations))) return;
    // Asked outside the transaction that credits: nobody waits for a stranger while holding the customer's row.
    const risk = isOpen && isEnough && sender ? await outside.screening.screen(networkId, sender) : row.risk;
    const isMoved = await transact(db, (trx) => advance(services, trx, id, seen, risk));
    if (isMoved) await wakeUps.send(row.customer_id, 'messages');
  });
}

/** @returns whether there is anything that its customer should see */
async function advance(
  services: Services,
  trx: Trx,
  id: string,
  seen: number | undefined,
  risk: Row['risk'],
): Promise<boolean> {
  const { clock } = services;
  const row = await lockTransaction(trx, services, 'deposit', id);
  if (!row || row.is_final || row.status === 'failed') return false;
  if (seen === undefined) {
    await takeBack(services, trx, row);
    return true;
  }
  const isFinal = seen >= row.confirmations_needed * finalDepth;
  const confirmations = Math.min(seen, row.confirmations_needed);
  const isOpen = row.status === 'processing';
  await trx
    .updateTable('crypto_transaction')
    .set({ is_final: isFinal, ...(isOpen && { confirmations, risk, updated_at: clock.now() }) })
    .where('id', '=', id)
    .execute();
  if (!isOpen) return false;
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

/** Its block is gone from the chain. The same transfer may come again in another, and is a deposit of its own then. */
async function takeBack(services: Services, trx: Trx, row: Row): Promise<void> {
  await trx.deleteFrom('deposit_seen').where('entity_id', '=', row.id).execute();
  const isBooked = row.status !== 'processing';
  if (isBooked) await reverseDeposit(trx, services, row);
  await move(services, trx, row, { to: 'failed', actor: 'system', reason: isBooked ? 'reversed' : 'reorganised' });
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
    const row = await lockTransaction(trx, services, 'deposit', id);
    if (!row) throw new Failure('NOT_FOUND');
    await move(services, trx, row, decision);
    if (decision.to === 'completed') {
      const suspense = await suspenseAccount(trx, clock, `network-${row.network_id}`, row.currency);
      await post(trx, {
        id: creditOf(id),
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

async function takeIn(trx: Trx, clock: Services['clock'], row: Row, whose: 'customer' | 'suspense'): Promise<void> {
  const amount = BigInt(row.amount);
  const account =
    whose === 'customer'
      ? await walletAccountOf(trx, row)
      : await suspenseAccount(trx, clock, `network-${row.network_id}`, row.currency);
  await post(trx, {
    id: whose === 'customer' ? creditOf(row.id) : `${row.id}:kept`,
    kind: 'crypto deposit',
    entityId: row.id,
    eventTime: clock.now(),
    legs: [
      { account: await custodyAccount(trx, clock, row.network_id, row.currency), amount },
      { account, amount: -amount },
    ],
  });
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
  if (to === 'completed') await beginRun(trx, services, row);
  // What was credited and is taken back has words of its own.
  if (to === 'failed' && row.status !== 'processing') return;
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
