import type { Currency } from '@wusd/api-sdk/domain';
import { fromMinor, toMinor } from '@wusd/api-sdk/money';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { transact } from '../../src/platform/database/database.ts';
import { depositTargetOf } from '../../src/domains/transfers/crypto/deposit-addresses.ts';
import { reconcile } from '../../src/domains/operations/reconcile.ts';
import { scaleOf } from '@wusd/server-kit/registry/currencies';
import { rollUp } from '../../src/ledger/roll-up.ts';
import { enqueueMessage } from '../../src/platform/outbox/messages.ts';
import { simulateTransfer } from '../../src/sandbox/transfers.ts';
import { simulateStatementCredit } from '../../src/sandbox/wires.ts';
import { simulatedAddress } from '../../src/sandbox/chain.ts';
import { createFaultyGateways, faults, gatewayNames, type GatewayName } from '../../testing/faulty-gateways.ts';
import { askFiatWithdrawal, saveOldBankAccount } from '../../testing/fiat.ts';
import { createSwapCustomer, prepareSwap, submitSwap, type SwapCustomer } from '../../testing/swap-customers.ts';
import { faultSeed } from '../../testing/seeded.ts';
import { askWithdrawal, saveOldAddress } from '../../testing/withdrawals.ts';
import { advance, createDemoDatabase, eventually, startNode } from '../../testing/harness.ts';

// Payments of every kind while one gateway hangs, answers late, is slow, acts twice, refuses, loses its answer,
// or answers wrongly. Afterwards
// every payment has ended once, every balance is exact, and the ledger reconciles. `FAULT_SEED=<n>` replays a run.

const ethereum = 3;
const gateways = createFaultyGateways({ seed: faultSeed });
const node = await startNode(await createDemoDatabase(), { sandboxPace: 'instant' }, undefined, {
  wrapGateways: (real) => gateways.wrap(real),
  startDeadline: (onEnd) => gateways.startDeadline(onEnd),
});
afterAll(() => node[Symbol.asyncDispose]());
const { services } = node.server;
const { db } = services;

interface Payer extends SwapCustomer {
  reference: string;
  addressId: string;
  bankAccountId: string;
}

/** A customer's balances by currency in minor units: posted and held. */
async function balancesOf(id: string): Promise<Record<string, { posted: string; held: string }>> {
  await rollUp(db);
  const rows = await db
    .selectFrom('account')
    .select(['asset', 'posted', 'held'])
    .where('owner', '=', id)
    .where('kind', '=', 'cust')
    .execute();
  return Object.fromEntries(rows.map(({ asset, posted, held }) => [asset, { posted, held }]));
}

let customers = 0;

/** A customer with WUSD, 1,000 Singapore dollars and destinations past their waiting period. */
async function createPayer(): Promise<Payer> {
  await db.deleteFrom('throttle').execute();
  const customer = await createSwapCustomer(services, (customers += 1));
  const { reference } = await db
    .selectFrom('customer')
    .select('reference')
    .where('id', '=', customer.id)
    .executeTakeFirstOrThrow();
  const payer = {
    ...customer,
    reference,
    addressId: await saveOldAddress(services, customer.id, ethereum, simulatedAddress(ethereum, 77_777n)),
    bankAccountId: await saveOldBankAccount(services, customer.id),
  };
  // The address is assigned once and later read from the database.
  await transact(db, (trx) => depositTargetOf(services, trx, payer.id, ethereum));
  await wire(payer, 100_000n);
  await services.notifier.send('arrivals');
  await eventually(async () => ((await balancesOf(payer.id))['SGD']?.posted === '100000' ? true : undefined));
  return payer;
}

const wire = ({ reference }: Payer, amount: bigint): Promise<string> =>
  simulateStatementCredit(db, { partnerId: 'dbs', reference, currency: 'SGD', amount, sender: 'Mei Tan' });

/** Makes one payment of each kind. Every review sends a code by mail. */
async function payEverything(payer: Payer): Promise<void> {
  const amount = toMinor('250', scaleOf('USDC'));
  await simulateTransfer(services, { customerId: payer.id, networkId: ethereum, currency: 'USDC', amount });
  await wire(payer, 2000n);
  await askWithdrawal(services, { customerId: payer.id, addressId: payer.addressId, amount: '60' });
  await askFiatWithdrawal(services, { customerId: payer.id, bankAccountId: payer.bankAccountId, amount: '10.00' });
  const api = payer.at(node.baseUrl);
  const text = 'Your code is 135790';
  await transact(db, (trx) =>
    enqueueMessage(trx, services.clock, services.vault, { channel: 'sms', to: '+6581234567', subject: '', text }),
  );
  const swap = await prepareSwap(services, api, { payCurrency: 'WUSD', receiveCurrency: 'USD', payAmount: '20.00' });
  if (!swap) throw new Error('The swap can not be reviewed');
  await submitSwap(api, swap);
  await services.notifier.send('messages', 'arrivals', 'withdrawals', 'orders');
}

/**
 * The nonces of all broadcast payouts. A replacement at a higher price has the nonce of its original, and a network
 * includes only one of them.
 */
async function payoutsSent(): Promise<unknown[]> {
  const { rows } = await sql`
    select distinct network_id, raw::jsonb ->> 'sender' as sender, raw::jsonb ->> 'nonce' as nonce from sandbox_broadcast
  `.execute(db);
  return rows;
}

/** Payments that have not ended yet. */
async function openPayments({ id }: Payer): Promise<string[]> {
  const { rows } = await sql<{ payment: string }>`
    select id || ' ' || status || ' ' || coalesce(hold_reason, '') as payment from crypto_transaction
      where status in ('processing', 'to be processed', 'to be confirmed') and customer_id = ${id}
    union all select id || ' ' || status || ' ' || coalesce(hold_reason, '') from fiat_transaction
      where status in ('processing', 'to be processed', 'to be confirmed') and customer_id = ${id}
    union all select id || ' ' || status from otc_order
      where status in ('processing', 'pending approval') and customer_id = ${id}
    union all select 'unread ' || line from sandbox_statement where not is_read
    union all select 'unseen ' || hash from sandbox_transfer
      where not exists (select from crypto_transaction where crypto_transaction.hash = sandbox_transfer.hash)
    union all select id from message where sent_at is null
  `.execute(db);
  return rows.map(({ payment }) => payment);
}

describe.each(gatewayNames)(`seed ${faultSeed}: while the %s gateway fails`, (gateway: GatewayName) => {
  test.each(faults)('%s: no payment is lost, duplicated or stuck', async (fault) => {
    const payer = await createPayer();
    const before = await balancesOf(payer.id);
    const sent = await payoutsSent();
    gateways.fail(gateway, fault);
    try {
      await payEverything(payer);
      await expect.poll(() => gateways.injected(), { timeout: 20_000 }).toBeGreaterThan(0);
    } finally {
      await gateways.heal();
    }
    // Back-offs, open circuit breakers and leases end within a few hours.
    for (let hour = 0; hour < 4 && (await openPayments(payer)).length > 0; hour += 1) await advance(3600, node);
    await expect.poll(() => openPayments(payer), { timeout: 20_000 }).toEqual([]);

    const after = await balancesOf(payer.id);
    const change = (currency: Currency): string =>
      fromMinor(BigInt(after[currency]?.posted ?? 0) - BigInt(before[currency]?.posted ?? 0), scaleOf(currency));
    expect([change('USDC'), change('SGD'), change('WUSD'), change('USD')].map(Number)).toEqual([
      250,
      20 - 10 - 25,
      -60 - 1 - 20,
      20,
    ]);
    expect(new Set(Object.values(after).map(({ held }) => held))).toEqual(new Set(['0']));
    // Exactly one more payout was sent.
    expect(await payoutsSent()).toHaveLength(sent.length + 1);
    expect(await reconcile(services)).toEqual([]);
  });
});
