import { sql } from 'kysely';
import { closeAlert, raiseAlert } from '../../../platform/alerts/alerts.ts';
import { transact, type Trx } from '../../../platform/database/database.ts';
import { everything, type QueueRun } from '../../../platform/jobs/run.ts';
import { LedgerError } from '../../../ledger/ledger.ts';
import { PayoutRefused } from '../../../gateways/ports.ts';
import { lockCustomer } from '../../../commands/customers.ts';
import type { Services } from '../../services.ts';
import { type Exclusion, exclusionOf } from '../../destinations/blockchain-addresses/excluded-addresses.ts';
import { DailyLimitReached, allocateNonce } from './payout-nonces.ts';
import { attemptsOf, observe, signCancellation, type SignedRow, signPayout } from './signed-payouts.ts';
import { type CryptoRow, lockTransaction } from './transactions.ts';
import { publishWalletUpdated } from '../../wallet/accounts/entries.ts';
import { customerHold, later } from '../withdrawal-rules.ts';
import { reserveCustody } from './withdrawal-postings.ts';
import type { WithdrawalStatus } from './withdrawal-states.ts';
import { transitionWithdrawalWithin, type WithdrawalMove } from './withdrawals.ts';

/** When what no block has taken is offered a better price. */
const stuckMs = 10 * 60_000;

/**
 * Signs and sends what may leave. What is signed is committed before it is sent: a crash in between leaves the bytes, and whoever finds them
 * sends the same.
 */
export async function sendWithdrawals(services: Services, run: QueueRun = everything): Promise<void> {
  const { db, clock, gateways, notifier } = services;
  const due = await db
    .selectFrom('crypto_transaction')
    .selectAll()
    .where('direction', '=', 'withdrawal')
    .where('status', '=', 'to be processed')
    .where('due_at', '<=', clock.now())
    .$if(run.networkId !== undefined, (query) => query.where('network_id', '=', run.networkId ?? 0))
    .orderBy('due_at')
    .orderBy('id')
    .execute();
  await run.forEach(
    due,
    ({ id }) => id,
    async ({ id, network_id: networkId, currency, address, customer_id: customerId }) => {
      // Asked outside the transaction: nobody waits for a stranger while holding the customer's row.
      const attempts = await attemptsOf(db, id);
      const { payouts } = gateways;
      const standing: Standing = {
        isUnderWay: await mayStillArrive(services, attempts),
        exclusion: await exclusionOf(services, db, networkId, address ?? ''),
        risk: await gateways.screening.screen(networkId, address ?? ''),
        sender: await payouts.sender(networkId),
        price: await payouts.priceNow(networkId),
        liquidity: await payouts.liquidity(networkId, currency),
        firstNonce: await payouts.firstNonce(networkId),
        dailyLimit: await payouts.dailyLimit(networkId, currency),
      };
      const observed = { id, status: 'to be processed', attempt: attempts[0]?.attempt } as const;
      const raw = await transact(db, (trx) => prepare(trx, services, id, standing)).catch((error: unknown) =>
        // Handled once the transaction is rolled back: a nonce that was taken and not used would hold up all after it.
        handleUnsent(services, { ...observed, networkId, currency, sender: standing.sender }, error),
      );
      await notifier.send(customerId, 'messages');
      if (raw === undefined) return;
      await payouts.broadcast(networkId, raw);
      await closeAlert(services, { kind: 'payout-fee', entityId: networkAlert(networkId) }, 'system');
      await closeAlert(services, { kind: 'payout-daily-limit', entityId: limitAlert(networkId, currency) }, 'system');
    },
  );
}

const networkAlert = (networkId: number): string => `network-${networkId}`;
const limitAlert = (networkId: number, currency: string): string => `network-${networkId}:${currency}`;

interface Observed {
  id: string;
  status: WithdrawalStatus;
  /** How often it had been signed. */
  attempt: number | undefined;
}

/** What ends by itself makes a withdrawal wait, with one alert for all that wait; what does not is for a person. */
async function handleUnsent(
  services: Services,
  observed: Observed & { networkId: number; currency: string; sender: string },
  error: unknown,
): Promise<undefined> {
  const { networkId, currency, sender } = observed;
  // Another took what is held on the network: the next round sees what is left.
  if (error instanceof LedgerError && error.reason === 'insufficient') return;
  if (error instanceof DailyLimitReached) {
    await postpone(services, observed, 'daily-limit', error.until);
    const details = { network: String(networkId), currency, sender, until: error.until.toISOString() };
    await raiseAlert(services, { kind: 'payout-daily-limit', entityId: limitAlert(networkId, currency), details });
    return;
  }
  if (!(error instanceof PayoutRefused)) throw error;
  if (error.reason === 'fee-limit') {
    await postpone(services, observed, 'network-fee', later(services.clock.now()));
    await alertOfFee(services, networkId);
    return;
  }
  await conclude(services, observed, { to: 'to be confirmed', reason: 'signer-limit' });
}

const alertOfFee = (services: Services, networkId: number): Promise<boolean> =>
  raiseAlert(services, {
    kind: 'payout-fee',
    entityId: networkAlert(networkId),
    details: { network: String(networkId) },
  });

async function postpone(services: Services, observed: Observed, reason: string, until: Date): Promise<void> {
  await transact(services.db, async (trx) => {
    const row = await lockUnchanged(trx, services, observed);
    if (row) await wait(trx, services, row, reason, until);
  });
}

/**
 * Whether something of a withdrawal that was signed before is in a block after all, or may yet be. A person let it be sent anew because nothing
 * was: what they were told is asked once more, since the second time is paid for by the house.
 */
async function mayStillArrive(services: Services, attempts: readonly SignedRow[]): Promise<boolean> {
  const payouts = await observe(services, attempts.filter(isPayout));
  return payouts.some(({ status }) => status !== 'displaced');
}

const isPayout = ({ kind }: SignedRow): boolean => kind === 'payout';

/** How the outside sees a withdrawal that is due. */
interface Standing {
  /** It was sent, and is only to be followed. */
  isUnderWay: boolean;
  exclusion: Exclusion | undefined;
  risk: 'low' | 'high';
  /** Address that it would leave from. */
  sender: string;
  price: string;
  /** Minor units. */
  liquidity: bigint;
  firstNonce: bigint;
  /** Minor units. */
  dailyLimit: bigint | undefined;
}

/** @returns what to send; undefined where it waits */
async function prepare(
  trx: Trx,
  services: Services,
  id: string,
  { isUnderWay, exclusion, risk, sender, price, liquidity, firstNonce, dailyLimit }: Standing,
): Promise<string | undefined> {
  const { clock, vault } = services;
  const row = await lockTransaction(trx, services, 'withdrawal', id);
  const now = clock.now();
  if (row?.status !== 'to be processed' || row.due_at === null || row.due_at > now) return undefined;
  const customer = await lockCustomer(trx, vault, row.customer_id);
  const still = customerHold(customer, now);
  if (still) return wait(trx, services, row, still.reason, still.until);
  const destination = await trx
    .selectFrom('blockchain_address')
    .select('status')
    .where('id', '=', row.address_id ?? '')
    .executeTakeFirst();
  // What a person has let go is not stopped for the same again.
  const suspicion =
    risk === 'high' && row.risk === 'low' ? 'high-risk' : destination?.status === 'active' ? undefined : 'destination';
  if (exclusion !== undefined && !isUnderWay) {
    await transitionWithdrawalWithin(trx, services, row, {
      to: 'to be confirmed',
      actor: 'system',
      reason: 'excluded-address',
    });
    return undefined;
  }
  if (suspicion !== undefined) {
    await transitionWithdrawalWithin(trx, services, row, {
      to: 'to be confirmed',
      actor: 'system',
      reason: suspicion,
      risk,
    });
    return undefined;
  }
  // What has left may not be there any more.
  const canLeave = isUnderWay || liquidity - (await underWay(trx, row, sender)) >= BigInt(row.amount);
  if (!canLeave || !(await reserveCustody(trx, services, row)))
    return wait(trx, services, row, 'liquidity', later(now));
  if (isUnderWay) {
    await transitionWithdrawalWithin(trx, services, row, { to: 'processing', actor: 'system' });
    return undefined;
  }

  const nonce = await allocateNonce(trx, row, { sender, firstNonce, dailyLimit, now });
  const { raw, hash } = await signPayout(trx, services, row, { sender, nonce, price });
  await transitionWithdrawalWithin(trx, services, { ...row, hash }, { to: 'processing', actor: 'system' });
  return raw;
}

/** What a sender has sent and is not known to have left counts as being there still: no more is promised than there is. */
async function underWay(trx: Trx, { network_id: networkId, currency }: CryptoRow, sender: string): Promise<bigint> {
  const { total } = await trx
    .selectFrom('crypto_transaction')
    .select(sql<string>`coalesce(sum(amount), 0)`.as('total'))
    .where('direction', '=', 'withdrawal')
    .where('status', '=', 'processing')
    .where('network_id', '=', networkId)
    .where('currency', '=', currency)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('signed_tx')
          .select('attempt')
          .whereRef('withdrawal_id', '=', 'crypto_transaction.id')
          .where('sender', '=', sender),
      ),
    )
    .executeTakeFirstOrThrow();
  return BigInt(total);
}

async function wait(trx: Trx, { clock }: Services, row: CryptoRow, reason: string, until: Date): Promise<undefined> {
  await trx
    .updateTable('crypto_transaction')
    .set({ hold_reason: reason, due_at: until, updated_at: clock.now() })
    .where('id', '=', row.id)
    .execute();
  if (row.hold_reason !== reason) await publishWalletUpdated(trx, clock, row);
}

/**
 * Sends again what its network does not know, offers more for what no block takes, counts the confirmations of what one has, and ends what is
 * over. What can't be told by itself waits for a person.
 */
export async function followWithdrawals(services: Services, run: QueueRun = everything): Promise<void> {
  const { db, clock, gateways } = services;
  const sent = await db
    .selectFrom('crypto_transaction')
    .selectAll()
    .where('direction', '=', 'withdrawal')
    .where('status', '=', 'processing')
    .$if(run.networkId !== undefined, (query) => query.where('network_id', '=', run.networkId ?? 0))
    .orderBy('id')
    .execute();
  await run.forEach(
    sent,
    ({ id }) => id,
    async (row) => {
      const { id, confirmations_needed: needed } = row;
      const attempts = await attemptsOf(db, id);
      const [latest] = attempts;
      if (!latest) throw new Error(`${id} was sent and nothing of it was signed`);
      const observed = { id, status: 'processing', attempt: latest.attempt } as const;
      const all = await observe(services, attempts);
      const ours = all.filter(({ attempt }) => isPayout(attempt));
      const inBlock = ours.find(({ status }) => typeof status === 'object' && status.confirmations > 0);
      if (typeof inBlock?.status === 'object') {
        const { confirmations, isReverted } = inBlock.status;
        const seenBlocks = Math.min(confirmations, needed);
        const { hash } = inBlock.attempt;
        if (seenBlocks !== row.confirmations || hash !== row.hash) await count(services, id, seenBlocks, hash);
        if (seenBlocks < needed) return undefined;
        return conclude(services, observed, isReverted ? { to: 'failed', reason: 'reverted' } : { to: 'completed' });
      }
      if (row.confirmations > 0) await count(services, id, 0, ours[0]?.attempt.hash ?? latest.hash);
      // Another took the nonce, and none of ours ever will be in a block: whether to send it once more is for a person to say.
      if (ours.every(({ status }) => status === 'displaced'))
        return conclude(services, observed, { to: 'to be confirmed', reason: 'displaced' });
      if (all[0]?.status === 'unknown') await gateways.payouts.broadcast(latest.network_id, latest.raw);
      if (clock.now().getTime() - latest.signed_at.getTime() >= stuckMs) await replace(services, id, latest);
      return undefined;
    },
  );
}

/** The newest attempt again, at the same nonce for a better price: of all of them, a network takes one. */
async function replace(services: Services, id: string, latest: SignedRow): Promise<void> {
  const { db, gateways } = services;
  const { network_id: networkId, sender, kind } = latest;
  const price = await gateways.payouts.betterPrice(networkId, latest.price);
  if (price === undefined) return;
  const sign = kind === 'payout' ? signPayout : signCancellation;
  const raw = await transact(db, async (trx) => {
    // Another node may have been there first.
    const row = await lockUnchanged(trx, services, { id, status: 'processing', attempt: latest.attempt });
    if (!row) return undefined;
    const signed = await sign(trx, services, row, { sender, nonce: BigInt(latest.nonce), price });
    await publishWalletUpdated(trx, services.clock, row);
    return signed.raw;
  }).catch(async (error: unknown) => {
    if (!(error instanceof PayoutRefused)) throw error;
    // It waits in its network's pool until that asks for less, or an operator brings the key.
    if (error.reason === 'fee-limit') await alertOfFee(services, networkId);
    if (error.reason === 'key-missing')
      await raiseAlert(services, {
        kind: 'payout-key-missing',
        entityId: `network-${networkId}:${sender}`,
        details: { network: String(networkId), sender, withdrawal: id },
      });
    return undefined;
  });
  if (raw === undefined) return;
  await gateways.payouts.broadcast(networkId, raw);
  await closeAlert(services, { kind: 'payout-key-missing', entityId: `network-${networkId}:${sender}` }, 'system');
}

/**
 * What a round concludes of a withdrawal, unless it moved on meanwhile: another node, or a person, was there first, and what was seen of it
 * is not so any more.
 *
 * @returns whether it was so still
 */
export async function conclude(
  services: Services,
  observed: Observed,
  to: Omit<WithdrawalMove, 'actor'>,
): Promise<boolean> {
  const customerId = await transact(services.db, async (trx) => {
    const row = await lockUnchanged(trx, services, observed);
    if (row) await transitionWithdrawalWithin(trx, services, row, { ...to, actor: 'system' });
    return row?.customer_id;
  });
  if (customerId !== undefined) await services.notifier.send(customerId, 'messages', 'withdrawals');
  return customerId !== undefined;
}

/** A withdrawal that is still as it was looked at; undefined where another node, or a person, has moved it or signed it meanwhile. */
export async function lockUnchanged(
  trx: Trx,
  services: Services,
  { id, status, attempt }: Observed,
): Promise<CryptoRow | undefined> {
  const row = await lockTransaction(trx, services, 'withdrawal', id);
  const [newest] = await attemptsOf(trx, id);
  return row?.status === status && newest?.attempt === attempt ? row : undefined;
}

async function count(services: Services, id: string, confirmations: number, hash: string): Promise<void> {
  const { db, clock, notifier } = services;
  const customerId = await transact(db, async (trx) => {
    const row = await lockTransaction(trx, services, 'withdrawal', id);
    if (row?.status !== 'processing') return undefined;
    await trx
      .updateTable('crypto_transaction')
      .set({ confirmations, hash, updated_at: clock.now() })
      .where('id', '=', id)
      .execute();
    await publishWalletUpdated(trx, clock, row);
    return row.customer_id;
  });
  if (customerId !== undefined) await notifier.send(customerId);
}
