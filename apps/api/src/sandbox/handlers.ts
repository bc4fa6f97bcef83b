import { compare, isAmount, toMinor } from '@wusd/api-sdk/money';
import { TOTP } from 'otpauth';
import type { SharedClock } from '../platform/shared-clock.ts';
import { transact } from '../platform/database/database.ts';
import { isNetworkOffered } from '../domains/config/offering.ts';
import { type Customer, findCustomer, findCustomerByEmail } from '../commands/customers.ts';
import type { Services } from '../domains/services.ts';
import { appendEvents } from '../platform/events/events.ts';
import type { operations } from '@wusd/api-sdk/operations';
import type { Call, Handlers } from '../platform/contract/operations.ts';
import { AppError } from '../platform/errors/app-error.ts';
import { scaleOf } from '@wusd/server-kit/registry/currencies';
import { demoAuthenticators } from './demo-people.ts';
import {
  customerMoves,
  decide,
  decideCustomerIdentity,
  decideDocuments,
  destinationMoves,
  isDecidable,
  orderMoves,
  type SandboxMove,
} from './operations.ts';
import { runScenario } from './run-scenario.ts';
import { simulateTransfer, triggerChainEvent, hasRealNode, transferMoves } from './transfers.ts';
import { simulateStatementCredit, triggerPayoutEvent, riskySender, simulateDeclaredWire, wireMoves } from './wires.ts';

export function sandboxHandlers(services: Services, clock: SharedClock): Handlers {
  const { db, vault, notifier } = services;

  async function findSubject(id: string): Promise<Customer> {
    const customer = id.includes('@') ? await findCustomerByEmail(db, vault, id) : await findCustomer(db, vault, id);
    if (!customer) throw new AppError('SANDBOX_SUBJECT_UNKNOWN', { field: '/body/subjectId' });
    return customer;
  }

  /** Minor units of the event's money, validated like an amount that a customer enters. */
  function amountOf(money: { currency: string; amount: string } | undefined): { currency: string; amount: bigint } {
    if (!money) throw new AppError('INVALID_REQUEST', { field: '/body/money', reasonCode: 'missing' });
    const scale = scaleOf(money.currency);
    if (!isAmount(money.amount, scale))
      throw new AppError('INVALID_REQUEST', { field: '/body/money/amount', reasonCode: 'too-many-decimals' });
    if (compare(money.amount, '0') <= 0)
      throw new AppError('INVALID_REQUEST', { field: '/body/money/amount', reasonCode: 'not-above-zero' });
    return { currency: money.currency, amount: toMinor(money.amount, scale) };
  }

  type Event = Call<'createSandboxEvent'>['body'];

  async function chainTransfer(customer: Customer, { networkId, money, outcome }: Event): Promise<string> {
    const { currency, amount } = amountOf(money);
    if (networkId === undefined || !isNetworkOffered(services, currency, networkId) || hasRealNode(services, networkId))
      throw new AppError('INVALID_REQUEST', { field: '/body/networkId', reasonCode: 'not-one-of' });
    const flaw = outcome === 'high-risk' || outcome === 'missing-memo' ? outcome : undefined;
    return simulateTransfer(services, { customerId: customer.id, networkId, currency, amount, flaw });
  }

  const bankCredit = (customer: Customer, { partnerId = 'dbs', money, outcome }: Event): Promise<string> =>
    simulateStatementCredit(db, {
      partnerId,
      ...amountOf(money),
      reference: outcome === 'no-reference' ? 'Savings' : customer.reference,
      sender: outcome === 'high-risk' ? riskySender : '',
    });

  /** Makes the customer's open pages sign in again or fetch the user again. */
  async function notifySession(customer: Customer, type: 'approval' | 'user-updated'): Promise<void> {
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
    await notifier.send(customer.id);
  }

  type Entity = operations['listSandboxMoves']['parameters']['path']['entity'];
  const movesOf: Record<Entity, (id: string) => Promise<SandboxMove[]>> = {
    otc: (id) => orderMoves(services, id),
    'crypto-transaction': (id) => transferMoves(services, id),
    'fiat-transaction': (id) => wireMoves(db, id),
    'bank-account': (id) => destinationMoves(services, 'bank_account', id),
    'blockchain-address': (id) => destinationMoves(services, 'blockchain_address', id),
    user: (id) => customerMoves(services, id),
  };

  async function changeCustomer(
    customer: Customer,
    type: 'verification' | 'documents' | 'approval' | 'user-updated',
    { outcome, reasonCode }: Event,
  ): Promise<void> {
    if (type === 'verification') await decideCustomerIdentity(services, customer, outcome, reasonCode);
    else if (type === 'documents') await decideDocuments(services, customer, outcome, reasonCode);
    else await notifySession(customer, type);
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
      const authenticators = demoAuthenticators.filter(({ email }) => recipient === undefined || recipient === email);
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

    async createSandboxEvent({ body }) {
      const { type, subjectId, outcome, reasonCode } = body;
      if (type === 'approval' && isDecidable(subjectId)) {
        await decide(services, subjectId, outcome, reasonCode);
        return { reference: subjectId };
      }
      if (type === 'confirmations' || type === 'reorganisation' || type === 'reversion')
        return { reference: await triggerChainEvent(services, type, subjectId) };
      if (type === 'settlement' || type === 'refusal' || type === 'bank-return') {
        const reference = await triggerPayoutEvent(db, type, subjectId, outcome);
        await notifier.send('arrivals');
        return { reference };
      }
      if (type === 'bank-credit' && subjectId.startsWith('ftx_')) {
        const reference = await simulateDeclaredWire(db, subjectId, outcome);
        await notifier.send('arrivals');
        return { reference };
      }
      const customer = await findSubject(subjectId);
      if (type === 'chain-transfer' || type === 'bank-credit') {
        const reference = await (type === 'chain-transfer' ? chainTransfer : bankCredit)(customer, body);
        await notifier.send('arrivals');
        return { reference };
      }
      await changeCustomer(customer, type, body);
      return { reference: customer.id };
    },

    async listSandboxMoves({ path }) {
      const { entity, id } = path;
      return movesOf[entity](id);
    },

    async replaySandbox({ body: { subjectId, seed, days } }) {
      const customer = await findSubject(subjectId);
      const result = await runScenario(
        services,
        customer,
        { seed, days },
        {
          moveTo: async (time) => {
            const seconds = Math.ceil((time.getTime() - clock.now().getTime()) / 1000);
            if (seconds > 0) await clock.advance(seconds);
          },
        },
      );
      await notifier.send('clock', 'messages', customer.id);
      return { ...result, now: clock.now().toISOString() };
    },

    async advanceSandboxClock({ body: { seconds } }) {
      const now = await clock.advance(seconds);
      await notifier.send('clock');
      return { now: now.toISOString() };
    },
  };
}
