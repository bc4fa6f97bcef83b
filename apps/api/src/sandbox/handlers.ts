import { randomBytes } from 'node:crypto';
import { decimalsOf } from '@wusd/api-sdk/domain';
import { compare, isAmount, toMinor } from '@wusd/api-sdk/money';
import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import type { SharedClock } from '../clock.ts';
import { transact, type Trx } from '../database/database.ts';
import { networkOffered } from '../domains/config/offering.ts';
import { type Customer, findCustomer, findCustomerByEmail } from '../domains/customers/customers.ts';
import type { Services } from '../domains/services.ts';
import { appendEvents } from '../events/events.ts';
import type { Handlers } from '../http/contract.ts';
import { Failure } from '../http/failure.ts';
import { ledgerScale } from '../ledger/ledger.ts';
import { decideIdentity } from '../domains/identity/identity.ts';
import { depositTargetOf } from '../domains/crypto/deposit-addresses.ts';
import { isWithdrawalReason } from '../domains/crypto/withdrawal-states.ts';
import { isDepositReason } from '../domains/crypto/deposit-states.ts';
import { decideDepositOf } from '../domains/operators/deposits.ts';
import { decideFiat } from '../domains/operators/fiat.ts';
import { decideOrder } from '../domains/operators/orders.ts';
import { isOrderReason } from '../domains/otc/states.ts';
import { isIdentityReason } from '../domains/identity/reasons.ts';
import { riskyAddress, simulatedAddress } from './chain.ts';
import { authenticatorsShown } from './demo.ts';
import { tellIdentity } from './identity.ts';
import { appearOnStatement, payoutMove, riskySender, wireDeclared, wireMoves } from './wires.ts';

/** Of whoever sends what is not said to be risky. */
const strangersKey = 2n ** 31n - 3n;
const decision = { type: 'approval', label: 'Decide', outcomes: ['approved', 'rejected'] };

export function sandboxHandlers(services: Services, clock: SharedClock): Handlers {
  const { db, vault, wakeUps } = services;

  /** A node stands for it: what happens there is not the sandbox's to make. */
  const isReal = (networkId: number): boolean =>
    services.settings.evm?.networks.some((network) => network.networkId === networkId) ?? false;

  async function subject(id: string): Promise<Customer> {
    const customer = id.includes('@') ? await findCustomerByEmail(db, vault, id) : await findCustomer(db, vault, id);
    if (!customer) throw new Failure('SANDBOX_SUBJECT_UNKNOWN', { field: '/body/subjectId' });
    return customer;
  }

  /** Minor units of what the event carries, checked as a customer's own amount would be. */
  function amountOf(money: { currency: string; amount: string } | undefined): { currency: string; amount: bigint } {
    if (!money) throw new Failure('INVALID_REQUEST', { field: '/body/money', reasonCode: 'missing' });
    const scale = ledgerScale[money.currency] ?? decimalsOf(money.currency);
    if (!isAmount(money.amount, scale))
      throw new Failure('INVALID_REQUEST', { field: '/body/money/amount', reasonCode: 'too-many-decimals' });
    if (compare(money.amount, '0') <= 0)
      throw new Failure('INVALID_REQUEST', { field: '/body/money/amount', reasonCode: 'not-above-zero' });
    return { currency: money.currency, amount: toMinor(money.amount, scale) };
  }

  /** One writer at a time, so that positions become visible in their order: a reader past 7 must not miss a 6 that commits late. */
  function inOrder(write: (trx: Trx) => Promise<unknown>): Promise<void> {
    return transact(db, async (trx) => {
      await sql`select pg_advisory_xact_lock(7350003)`.execute(trx);
      await write(trx);
    });
  }

  async function chainTransfer(
    customer: Customer,
    networkId: number | undefined,
    money: { currency: string; amount: string } | undefined,
    outcome: string | undefined,
  ): Promise<string> {
    const { currency, amount } = amountOf(money);
    if (networkId === undefined || !networkOffered(currency, networkId) || isReal(networkId))
      throw new Failure('INVALID_REQUEST', { field: '/body/networkId', reasonCode: 'not-one-of' });
    const target = await transact(db, (trx) => depositTargetOf(services, trx, customer.id, networkId));
    const hash = `0x${randomBytes(32).toString('hex')}`;
    await inOrder((trx) =>
      trx
        .insertInto('sandbox_transfer')
        .values({
          network_id: networkId,
          hash,
          log_index: 0,
          address: target.address,
          memo: outcome === 'missing-memo' ? null : (target.memo ?? null),
          sender: outcome === 'high-risk' ? riskyAddress(networkId) : simulatedAddress(networkId, strangersKey),
          currency,
          amount: amount.toString(),
          at: clock.now(),
        })
        .execute(),
    );
    return hash;
  }

  /** Blocks on top of a deposit's, or its block taken back. */
  async function chainMove(type: 'confirmations' | 'reorganisation' | 'reversion', id: string): Promise<string> {
    const deposit = await db.selectFrom('crypto_transaction').selectAll().where('id', '=', id).executeTakeFirst();
    if (!deposit || isReal(deposit.network_id) || (type === 'reversion' && deposit.direction === 'deposit'))
      throw new Failure('SANDBOX_SUBJECT_UNKNOWN', { field: '/body/subjectId' });
    const { network_id: networkId, direction, confirmations_needed: needed } = deposit;
    const hash = deposit.hash ?? '';
    if (direction === 'withdrawal') return sentMove(type, networkId, hash, needed);
    await db
      .updateTable('sandbox_transfer')
      .set(type === 'confirmations' ? { confirmations: needed } : { is_gone: true })
      .where('network_id', '=', networkId)
      .where('hash', '=', hash)
      .execute();
    await wakeUps.send('arrivals');
    return hash;
  }

  /** What was sent is confirmed, refused by its network, or forgotten by it. */
  async function sentMove(
    type: 'confirmations' | 'reorganisation' | 'reversion',
    networkId: number,
    hash: string,
    needed: number,
  ): Promise<string> {
    const sent = await db
      .selectFrom('sandbox_broadcast')
      .select('hash')
      .where('network_id', '=', networkId)
      .where('hash', '=', hash)
      .executeTakeFirst();
    if (!sent) throw new Failure('MOVE_NOT_ALLOWED', { nextMoves: [] });
    if (type === 'reorganisation')
      await db.deleteFrom('sandbox_broadcast').where('network_id', '=', networkId).where('hash', '=', hash).execute();
    else
      await db
        .updateTable('sandbox_broadcast')
        .set({ confirmations: needed, is_reverted: type === 'reversion' })
        .where('network_id', '=', networkId)
        .where('hash', '=', hash)
        .execute();
    await wakeUps.send('withdrawals');
    return hash;
  }

  async function bankCredit(
    customer: Customer,
    money: { currency: string; amount: string } | undefined,
    partnerId: string,
    outcome: string | undefined,
  ): Promise<string> {
    return appearOnStatement(db, {
      partnerId,
      ...amountOf(money),
      reference: outcome === 'no-reference' ? 'Savings' : customer.reference,
      sender: outcome === 'high-risk' ? riskySender : '',
    });
  }

  /** The provider's decision, or where it was asked nothing, as with a company, the operators'. */
  async function verification(customer: Customer, outcome = 'approved', reason = 'details-mismatch'): Promise<void> {
    if (!isIdentityReason(reason))
      throw new Failure('INVALID_REQUEST', { field: '/body/reasonCode', reasonCode: 'not-one-of' });
    const check = await db
      .selectFrom('identity_check')
      .select('id')
      .where('customer_id', '=', customer.id)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    const isApproved = outcome === 'approved';
    if (check) {
      await tellIdentity(db, clock, check.id, {
        outcome: isApproved ? 'approved' : 'rejected',
        reasonCode: isApproved ? null : reason,
      });
      await db.updateTable('identity_check').set({ due_at: clock.now() }).where('id', '=', check.id).execute();
      await wakeUps.send('identity');
    } else {
      await decideIdentity(
        services,
        customer.id,
        isApproved ? { to: 'verified' } : { to: 'verification failed', reason },
        { actor: 'Operations', operator: 'sandbox' },
      );
    }
  }

  return {
    async listSandboxMailbox({ query: { recipient } }) {
      const messages = await db
        .selectFrom('sandbox_message')
        .selectAll()
        .$if(recipient !== undefined, (query) => query.where('recipient', '=', recipient ?? ''))
        .orderBy('id', 'desc')
        .limit(50)
        .execute();
      const authenticators = authenticatorsShown.filter(({ email }) => recipient === undefined || recipient === email);
      return {
        messages: messages.map((row) => ({
          id: row.id,
          channel: row.channel,
          recipient: row.recipient,
          subject: row.subject,
          text: row.body,
          ...(row.code === null ? {} : { code: row.code }),
          sentAt: row.at.toISOString(),
        })),
        authenticators: authenticators.map(({ email, secret }) => {
          const totp = new TOTP({ secret });
          return {
            recipient: email,
            code: totp.generate(),
            validUntil: new Date(Date.now() + totp.remaining()).toISOString(),
          };
        }),
      };
    },

    async createSandboxEvent({ body: { type, subjectId, money, networkId, partnerId = 'dbs', outcome, reasonCode } }) {
      if (type === 'approval' && subjectId.startsWith('otc_')) {
        const reason = reasonCode ?? 'compliance-review';
        if (!isOrderReason(reason))
          throw new Failure('INVALID_REQUEST', { field: '/body/reasonCode', reasonCode: 'not-one-of' });
        await decideOrder(services, subjectId, outcome === 'rejected' ? 'reject' : 'approve', reason, 'sandbox');
        return { reference: subjectId };
      }
      if (type === 'approval' && subjectId.startsWith('ctx_')) {
        const reason = reasonCode ?? 'at-your-request';
        if (!isDepositReason(reason) && !isWithdrawalReason(reason))
          throw new Failure('INVALID_REQUEST', { field: '/body/reasonCode', reasonCode: 'not-one-of' });
        await decideDepositOf(services, subjectId, outcome === 'rejected' ? 'reject' : 'approve', reason, 'sandbox');
        return { reference: subjectId };
      }
      if (type === 'approval' && subjectId.startsWith('ftx_')) {
        const reason = reasonCode ?? 'at-your-request';
        if (!isDepositReason(reason) && !isWithdrawalReason(reason))
          throw new Failure('INVALID_REQUEST', { field: '/body/reasonCode', reasonCode: 'not-one-of' });
        await decideFiat(services, subjectId, outcome === 'rejected' ? 'reject' : 'approve', reason, 'sandbox').catch(
          (error: unknown) => {
            throw error instanceof RangeError ? new Failure('MOVE_NOT_ALLOWED', { nextMoves: [] }) : error;
          },
        );
        return { reference: subjectId };
      }
      if (type === 'settlement' || type === 'refusal' || type === 'bank-return') {
        const reference = await payoutMove(db, type, subjectId, outcome);
        await wakeUps.send('arrivals');
        return { reference };
      }
      if (type === 'bank-credit' && subjectId.startsWith('ftx_')) {
        const reference = await wireDeclared(db, subjectId, outcome);
        await wakeUps.send('arrivals');
        return { reference };
      }
      if (type === 'confirmations' || type === 'reorganisation' || type === 'reversion')
        return { reference: await chainMove(type, subjectId) };
      const customer = await subject(subjectId);
      if (type === 'chain-transfer' || type === 'bank-credit') {
        const reference =
          type === 'chain-transfer'
            ? await chainTransfer(customer, networkId, money, outcome)
            : await bankCredit(customer, money, partnerId, outcome);
        await wakeUps.send('arrivals');
        return { reference };
      }
      if (type === 'verification') {
        await verification(customer, outcome, reasonCode);
        return { reference: customer.id };
      }
      const session = await db
        .selectFrom('session')
        .select('id')
        .where('customer_id', '=', customer.id)
        .where('ended_at', 'is', null)
        .executeTakeFirst();
      await transact(db, (trx) =>
        appendEvents(
          trx,
          clock,
          customer.id,
          type === 'approval'
            ? { type: '406', ...(session && { sessionId: session.id }) }
            : { type: 'wallet_user_updated' },
        ),
      );
      await wakeUps.send(customer.id);
      return { reference: customer.id };
    },

    async listSandboxMoves({ request }) {
      const { entity, id } = request.params as { entity: string; id: string };
      if (entity === 'otc') {
        const order = await db.selectFrom('otc_order').select('status').where('id', '=', id).executeTakeFirst();
        if (!order) throw new Failure('NOT_FOUND');
        return order.status === 'pending approval' ? [decision] : [];
      }
      if (entity === 'fiat-transaction') return wireMoves(db, id);
      if (entity !== 'crypto-transaction') return [];
      const transaction = await db
        .selectFrom('crypto_transaction')
        .select(['status', 'direction', 'network_id', 'is_final'])
        .where('id', '=', id)
        .executeTakeFirst();
      if (!transaction) throw new Failure('NOT_FOUND');
      const { status, direction, network_id: networkId, is_final: isFinal } = transaction;
      const isOpen = status === 'processing';
      const isWithdrawal = direction === 'withdrawal';
      const decisions = status === 'to be confirmed' ? [decision] : [];
      if (isReal(networkId)) return decisions;
      return [
        ...decisions,
        ...(isOpen ? [{ type: 'confirmations', label: 'Confirm' }] : []),
        // A deposit can be taken back after it counted, as long as it is not too deep.
        ...(isOpen || !(isWithdrawal || isFinal || status === 'failed')
          ? [{ type: 'reorganisation', label: 'Take the block back' }]
          : []),
        ...(isOpen && isWithdrawal ? [{ type: 'reversion', label: 'Refuse it' }] : []),
      ];
    },

    async advanceSandboxClock({ body: { seconds } }) {
      const now = await clock.advance(seconds);
      await wakeUps.send('clock');
      return { now: now.toISOString() };
    },
  };
}
