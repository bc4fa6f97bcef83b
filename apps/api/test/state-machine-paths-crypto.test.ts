import { randomUUID } from 'node:crypto';
import { Network } from '@wusd/api-sdk/domain';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { transact } from '../src/platform/database/database.ts';
import {
  transitionAddress,
  transitionAddressWithin,
} from '../src/domains/destinations/blockchain-addresses/addresses.ts';
import { advanceDeposits, decideCryptoDeposit } from '../src/domains/transfers/crypto/deposits.ts';
import { scanChains } from '../src/domains/transfers/crypto/scan.ts';
import { followWithdrawals } from '../src/domains/transfers/crypto/follow-withdrawals.ts';
import { sendWithdrawals } from '../src/domains/transfers/crypto/send-withdrawals.ts';
import { cryptoWithdrawalStates } from '../src/domains/transfers/crypto/withdrawal-states.ts';
import { transitionWithdrawal } from '../src/domains/transfers/core/withdrawals.ts';
import { cryptoWithdrawals } from '../src/domains/transfers/crypto/withdrawals.ts';
import { cryptoDepositStates } from '../src/domains/transfers/crypto/deposit-states.ts';
import { destinationStates } from '../src/domains/destinations/states.ts';
import { reconcile } from '../src/domains/operations/reconcile.ts';
import { simulatedAddress } from '../src/sandbox/chain.ts';
import { decisionOf, historiesIn, nameOf, pathsThrough, said } from '../testing/paths.ts';
import { planCryptoReturn, requestCryptoReturn } from '../src/domains/transfers/crypto/returns.ts';
import { rejectedTransfer } from '../testing/returns.ts';
import { askWithdrawal, saveOldAddress } from '../testing/withdrawals.ts';
import { createDemoDatabase, eventually, fundedDemoCustomer, mei, startNode } from '../testing/harness.ts';

// Every path through the state machines of crypto transfers and addresses. Each transition uses the command or job
// that makes it in production, and the ledger reconciles afterwards.

const node = await startNode(await createDemoDatabase(), { sandboxPace: 'manual' });
afterAll(() => node[Symbol.asyncDispose]());
const { services } = node.server;
const { db, clock } = services;
let customerId: string;
beforeAll(async () => {
  customerId = await fundedDemoCustomer(node);
});
beforeEach(() => db.deleteFrom('throttle').execute());
afterEach(async () => expect(await reconcile(services)).toEqual([]));

const happen = (type: 'confirmations' | 'reorganisation' | 'reversion', subjectId: string) =>
  node.api.sandbox.createEvent({ type, subjectId });
const madeOf = historiesIn(db);

describe('a deposit', () => {
  test.each(pathsThrough(cryptoDepositStates, 'processing').map((path) => [nameOf(path), path] as const))(
    'goes from %s',
    async (_, path) => {
      const isHeld = path.some(({ to }) => to === 'to be confirmed');
      const { reference: hash } = await node.api.sandbox.createEvent({
        type: 'chain-transfer',
        subjectId: mei.username,
        networkId: Network.Polygon,
        money: { currency: 'WUSD', amount: '12.5' },
        ...(isHeld && { outcome: 'high-risk' }),
      });
      const { id } = await eventually(async () => {
        await scanChains(services);
        return db.selectFrom('crypto_transaction').select('id').where('hash', '=', hash).executeTakeFirst();
      });
      for (const { to, actor } of path) {
        if (actor === 'Operations')
          await decideCryptoDeposit(services, id, {
            to: decisionOf(['completed', 'rejected'], to),
            actor,
            operator: 'priya',
            reason: 'not-yours',
          });
        else {
          await happen(to === 'failed' ? 'reorganisation' : 'confirmations', id);
          await advanceDeposits(services);
        }
      }
      expect(await madeOf('deposit', id)).toEqual(said(path));
    },
  );
});

const later = (): Date => new Date(clock.now().getTime() + 60 * 60_000);
const withdrawalPaths = pathsThrough(cryptoWithdrawalStates, 'to be processed');
let next = 800n;

/** A payout that waits until the test lets it continue. */
interface OpenedPayout {
  id: string;
  /** Causes a hold for review while `act` runs. */
  hold(act: () => Promise<unknown>): Promise<void>;
}

async function openWithdrawal(): Promise<OpenedPayout> {
  const addressId = await saveOldAddress(services, customerId, 3, simulatedAddress(3, (next += 1n)));
  return {
    id: await askWithdrawal(services, { customerId, addressId, amount: '10', payoutsFrom: later() }),
    async hold(act) {
      await transitionAddress(services, addressId, { to: 'disabled', actor: 'Operations' });
      await act();
      await transitionAddress(services, addressId, { to: 'active', actor: 'Operations' });
    },
  };
}

async function openReturn(): Promise<OpenedPayout> {
  const plan = await planCryptoReturn(services, await rejectedTransfer(node));
  const id = await transact(db, async (trx) => {
    const ordered = await requestCryptoReturn(trx, services, plan, { operator: 'priya', why: 'a path' });
    await trx.updateTable('crypto_transaction').set({ due_at: later() }).where('id', '=', ordered).execute();
    return ordered;
  });
  return {
    id,
    async hold(act) {
      const screening = vi.spyOn(services.gateways.screening, 'screenAddress').mockResolvedValue('high');
      await act();
      screening.mockRestore();
    },
  };
}

describe.each([
  ['a withdrawal', openWithdrawal, withdrawalPaths],
  // A customer cannot cancel a return.
  ['a return', openReturn, withdrawalPaths.filter((path) => path.every(({ actor }) => actor !== 'customer'))],
] as const)('%s', (_, open, paths) => {
  const due = (id: string, at: Date) =>
    db.updateTable('crypto_transaction').set({ due_at: at }).where('id', '=', id).execute();

  test.each(paths.map((path) => [nameOf(path), path] as const))('goes from %s', async (_name, path) => {
    const { id, hold } = await open();
    const until = (status: string) =>
      eventually(async () => {
        await sendWithdrawals(services);
        await followWithdrawals(services);
        const row = await db.selectFrom('crypto_transaction').select('status').where('id', '=', id).executeTakeFirst();
        return row?.status === status ? true : undefined;
      });
    /** A foreign transaction uses the nonce of the newest attempt. */
    const displace = async (): Promise<void> => {
      const signed = await db
        .selectFrom('signed_tx')
        .selectAll()
        .where('withdrawal_id', '=', id)
        .orderBy('attempt', 'desc')
        .executeTakeFirstOrThrow();
      await db.deleteFrom('sandbox_broadcast').where('hash', '=', signed.hash).execute();
      const raw = JSON.stringify({ sender: signed.sender, nonce: signed.nonce, price: '999' });
      await db
        .insertInto('sandbox_broadcast')
        .values({ network_id: 3, hash: randomUUID(), raw, at: clock.now(), confirmations: 99 })
        .execute();
    };
    const drivers: Record<string, () => Promise<unknown>> = {
      async 'to be processed > processing'() {
        await due(id, clock.now());
        await until('processing');
      },
      async 'to be processed > to be confirmed'() {
        await hold(async () => {
          await due(id, clock.now());
          await until('to be confirmed');
        });
      },
      async 'to be confirmed > to be processed'() {
        await due(id, later());
        await transitionWithdrawal(services, cryptoWithdrawals, id, {
          to: 'to be processed',
          actor: 'Operations',
          operator: 'priya',
        });
      },
      async 'processing > completed'() {
        await happen('confirmations', id);
        await until('completed');
      },
      async 'processing > failed'() {
        await happen('reversion', id);
        await until('failed');
      },
      async 'processing > to be confirmed'() {
        await displace();
        await until('to be confirmed');
      },
      async 'processing > to be processed'() {
        await due(id, later());
        const answers = vi.spyOn(services.gateways.payouts, 'statusOf').mockResolvedValue('expired');
        await displace();
        await until('to be processed');
        answers.mockRestore();
      },
    };
    const made: typeof path = [];
    for (const move of path) {
      const { from, to, actor } = move;
      const decide = () =>
        transitionWithdrawal(services, cryptoWithdrawals, id, { to, actor, reason: 'at-your-request' });
      const act = (drivers[`${from} > ${to}`] ?? decide)();
      // A payout that was signed may arrive, so its customer cannot cancel it and the path ends.
      if (actor === 'customer' && made.some((earlier) => earlier.to === 'processing')) {
        await expect(act).rejects.toMatchObject({ errorName: 'MOVE_NOT_ALLOWED' });
        break;
      }
      await act;
      made.push(move);
    }
    expect(await madeOf('withdrawal', id)).toEqual(said(made));
  });
});

describe('a saved address', () => {
  test.each(pathsThrough(destinationStates, 'pending add').map((path) => [nameOf(path), path] as const))(
    'goes from %s',
    async (_, path) => {
      const id = randomUUID();
      // In one transaction, so that no worker sees the row in between.
      await transact(db, async (trx) => {
        const now = clock.now();
        await sql`
          insert into blockchain_address (id, customer_id, label, network_id, address, status, payouts_from, created_at, updated_at)
          values (${id}, ${customerId}, 'Cold', 3, ${id}, 'pending add', ${now}, ${now}, ${now})
        `.execute(trx);
        for (const { to, actor } of path) await transitionAddressWithin(trx, services, id, { to, actor });
      });
      expect(await madeOf('destination', id)).toEqual(said(path).slice(1));
    },
  );
});
