import { randomUUID } from 'node:crypto';
import type { ActReview, BlockchainAddress, MfaCheck, WalletClient } from '@wusd/api-sdk';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transact } from '../src/platform/database/database.ts';
import {
  transitionAddress,
  transitionAddressWithin,
  screenAddresses,
} from '../src/domains/destinations/blockchain-addresses/addresses.ts';
import { destinationStates } from '../src/domains/destinations/states.ts';
import { riskyAddress, memoRequiredAddress, simulatedAddress } from '../src/sandbox/chain.ts';
import { advance, clientOf, codeFor, delivered, eventually, mei, signIn, startTwoNodes } from '../testing/harness.ts';

// Withdrawal addresses: checked for their network, screened, and on hold for a day.

const { node, other } = await startTwoNodes();
let api: WalletClient;
let there: WalletClient;
async function signInAgain(): Promise<void> {
  const tokens = await signIn(node);
  api = clientOf(node, tokens);
  there = clientOf(other, tokens);
}
beforeAll(signInAgain);
beforeEach(async () => {
  await advance(61, node, other);
  await node.server.services.db.deleteFrom('throttle').execute();
  await signInAgain();
});

let next = 100n;
const fresh = (networkId: 3 | 6 | 10 | 12 = 3): string => simulatedAddress(networkId, (next += 1n));
const fields = (address = fresh(), networkId: 3 | 6 | 10 | 12 = 3) => ({ label: `Cold ${next}`, address, networkId });

async function prove({ intentId = '' }: ActReview): Promise<MfaCheck[]> {
  const earlier = (await node.api.sandbox.mailbox(mei.username)).messages.find(({ code }) => code !== undefined)?.code;
  await api.mfa.sendSmsOtp({ intentId });
  await api.mfa.sendEmailOtp({ intentId });
  await delivered(node);
  const { messages } = await node.api.sandbox.mailbox(mei.phone);
  return [
    { checkType: 1, code: messages[0]?.code ?? '' },
    { checkType: 2, code: await codeFor(node, mei.username, earlier) },
  ];
}
async function save(
  body: Parameters<WalletClient['blockchainAddresses']['add']>[0],
  by = api,
): Promise<BlockchainAddress> {
  const intent = await api.blockchainAddresses.reviewAdd(body);
  return by.blockchainAddresses.add(body, { intent, mfa: await prove(intent) });
}
const settled = (id: string): Promise<BlockchainAddress> =>
  eventually(async () => {
    const found = (await api.blockchainAddresses.list()).find((each) => each.id === id);
    return found?.status === 'pending add' ? undefined : found;
  });

describe('an address', () => {
  test('is saved in its network’s spelling, screened, announced by mail and on hold for a day', async () => {
    const address = fresh();
    const saved = await save({ ...fields(address.toLowerCase()), label: ' Cold storage ' }, there);
    expect(saved).toMatchObject({ label: 'Cold storage', address, networkId: 3, status: 'pending add', risk: 'low' });
    const active = await settled(saved.id);
    expect(active).toMatchObject({
      status: 'active',
      hold: { reasonCode: 'new-destination', who: 'system', until: active.payoutsFrom },
      nextMoves: [
        { to: 'pending delete', who: 'customer' },
        { to: 'disabled', who: 'Operations' },
      ],
    });
    expect(Date.parse(active.payoutsFrom ?? '') - Date.parse(active.createTime)).toBe(24 * 60 * 60_000);
    await delivered(node);
    const { messages } = await node.api.sandbox.mailbox(mei.username);
    expect(messages.find(({ subject }) => subject === 'A blockchain address was saved')?.text).toContain(
      '“Cold storage”',
    );
    await advance(24 * 60 * 60, node, other);
    await signInAgain();
    const old = (await api.blockchainAddresses.list()).find(({ id }) => id === saved.id);
    expect(old?.payoutsFrom).toBeUndefined();
    expect(old?.hold).toBeUndefined();
  });

  test('is validated by the rules of its network', async () => {
    for (const networkId of [6, 10, 12] as const) {
      await advance(61, node, other);
      expect((await save(fields(fresh(networkId), networkId))).networkId).toBe(networkId);
    }
  });

  test('with a high risk becomes inactive with the reason', async () => {
    const saved = await save(fields(riskyAddress(3)));
    const denied = await settled(saved.id);
    expect(denied).toMatchObject({ status: 'inactive', risk: 'high' });
    expect(denied.timeline.at(-1)?.reason).toContain('We do not pay out to it');
  });

  test('is saved once when the command is repeated', async () => {
    const body = fields();
    const intent = await api.blockchainAddresses.reviewAdd(body);
    const mfa = await prove(intent);
    const racing = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        (index % 2 === 0 ? api : there).blockchainAddresses.add(body, { intent, mfa }),
      ),
    );
    expect(new Set(racing.map(({ id }) => id)).size).toBe(1);
    await expect(api.blockchainAddresses.reviewAdd({ ...body, label: 'Again' })).rejects.toMatchObject({
      details: { field: '/body/address', reasonCode: 'already-saved' },
    });
  });
});

describe('bad input', () => {
  test.each([
    ['another network’s', { ...fields(), networkId: 6 }],
    ['a wrong checksum', { ...fields('0x52908400098527886E0F7030069857D2E4169Ee7') }],
    ['nothing like it', { ...fields('hello') }],
  ] as const)('is rejected with its error code: %s', async (_, body) => {
    const { blockers, intentId } = await api.blockchainAddresses.reviewAdd(body);
    expect(blockers.map(({ errCode }) => errCode)).toEqual(['31001']);
    expect(intentId).toBeUndefined();
  });

  test('needs a memo where the account requires one, and has none on networks without memos', async () => {
    const shared = { ...fields(memoRequiredAddress, 12) };
    expect((await api.blockchainAddresses.reviewAdd(shared)).blockers.map(({ errCode }) => errCode)).toEqual(['31002']);
    expect((await api.blockchainAddresses.reviewAdd({ ...shared, memo: '12345' })).blockers).toEqual([]);
    await expect(api.blockchainAddresses.reviewAdd({ ...fields(), memo: '1' })).rejects.toMatchObject({
      details: { field: '/body/memo', reasonCode: 'not-on-this-network' },
    });
    await expect(api.blockchainAddresses.reviewAdd({ ...shared, memo: 'x'.repeat(29) })).rejects.toMatchObject({
      details: { field: '/body/memo', reasonCode: 'too-long' },
    });
    await expect(api.blockchainAddresses.reviewAdd({ ...fields(), label: '  ' })).rejects.toMatchObject({
      details: { field: '/body/label', reasonCode: 'missing' },
    });
  });

  test('is rejected for a customer who is not verified', async () => {
    const somchai = clientOf(node, await signIn(node, { ...mei, username: 'somchai@demo.example' }));
    expect((await somchai.blockchainAddresses.reviewAdd(fields())).blockers.map(({ errCode }) => errCode)).toEqual([
      '21001',
    ]);
  });
});

describe('a saved address', () => {
  test('is found by search, deleted only by its customer, and can be saved again', async () => {
    const body = fields();
    const { id } = await settled((await save(body)).id);
    const found = await api.blockchainAddresses.search({
      filter: { text: body.label, networkId: 3, status: 'active' },
    });
    expect(found.items.map((each) => each.id)).toEqual([id]);
    const somchai = clientOf(node, await signIn(node, { ...mei, username: 'somchai@demo.example' }));
    expect(await somchai.blockchainAddresses.delete(id).safe()).toMatchObject({ error: { errorName: 'NOT_FOUND' } });
    expect((await somchai.blockchainAddresses.list()).length).toBe(0);
    const racing = await Promise.all(
      Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? api : there).blockchainAddresses.delete(id).safe()),
    );
    expect(racing.filter(({ ok }) => ok)).toHaveLength(1);
    await Promise.all([node, other].map(({ server }) => screenAddresses(server.services)));
    expect((await api.blockchainAddresses.list()).some((each) => each.id === id)).toBe(false);
    expect(await api.blockchainAddresses.delete(id).safe()).toMatchObject({ error: { errorName: 'NOT_FOUND' } });
    await advance(61, node, other);
    expect((await save(body)).id).not.toBe(id);
  });

  test('makes every allowed transition and no other', async () => {
    const { services } = node.server;
    const id = (await settled((await save(fields())).id)).id;
    const move = (to: Parameters<typeof transitionAddress>[2]['to'], actor: 'system' | 'Operations' | 'customer') =>
      transitionAddress(services, id, { to, actor });
    await move('disabled', 'Operations');
    await expect(move('pending delete', 'customer')).rejects.toMatchObject({ errorName: 'MOVE_NOT_ALLOWED' });
    await move('active', 'Operations');
    const ways = Object.entries(destinationStates.moves).flatMap(([from, moves]) =>
      moves.flatMap(({ to, who }) => who.map((actor) => ({ from, to, actor }))),
    );
    for (const { from, to, actor } of ways) {
      const each = randomUUID();
      // Inserted and moved in one transaction, so that no worker sees the row in between.
      const moved = await transact(services.db, async (trx) => {
        await sql`
          insert into blockchain_address (id, customer_id, label, network_id, address, status, payouts_from, created_at, updated_at)
          select ${each}, customer_id, label, network_id, ${each}, ${from}, payouts_from, created_at, updated_at
          from blockchain_address where id = ${id}
        `.execute(trx);
        await transitionAddressWithin(trx, services, each, { to, actor });
        return trx.selectFrom('blockchain_address').select('status').where('id', '=', each).executeTakeFirst();
      });
      expect(moved?.status).toBe(to);
    }
  });
});
