import { sql } from 'kysely';
import { transact, type Trx } from '../../database/database.ts';
import { appendEvents } from '../../events/events.ts';
import { createId } from '../../ids.ts';
import { bankAccount, type Leg, post, suspenseAccount } from '../../ledger/ledger.ts';
import type { BankCredit } from '../../ports/index.ts';
import { recordMove } from '../../states/states.ts';
import { lockCustomer } from '../customers/customers.ts';
import type { Services } from '../services.ts';
import { depositStates } from './states.ts';

const source = 'bank';

/**
 * Credits what arrived at banks since the last look. Each arrival commits on its own with its place in the source, so a crash between two
 * leaves nothing half done and nothing twice.
 */
export async function scanWires(services: Services): Promise<void> {
  const { db, outside, wakeUps } = services;
  const cursor = await db.selectFrom('scan_cursor').select('position').where('source', '=', source).executeTakeFirst();
  for (const arrival of await outside.bank.creditsAfter(BigInt(cursor?.position ?? 0))) {
    // oxlint-disable-next-line no-await-in-loop -- in the order of the source
    const customerId = await transact(db, async (trx) => {
      // Nodes that scan at once queue here, and the later one finds the position taken.
      await sql`insert into scan_cursor (source, position) values (${source}, 0) on conflict do nothing`.execute(trx);
      const { position } = await trx
        .selectFrom('scan_cursor')
        .select('position')
        .where('source', '=', source)
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (BigInt(position) >= arrival.position) return undefined;
      await trx
        .updateTable('scan_cursor')
        .set({ position: arrival.position.toString() })
        .where('source', '=', source)
        .execute();
      return creditWire(services, trx, arrival);
    });
    // oxlint-disable-next-line no-await-in-loop
    if (customerId !== undefined) await wakeUps.send(customerId);
  }
}

async function creditWire({ clock, vault }: Services, trx: Trx, credit: BankCredit): Promise<string | undefined> {
  const { partnerId, line, currency, amount } = credit;
  const owner = await trx
    .selectFrom('customer')
    .innerJoin('wallet_account as wallet', 'wallet.customer_id', 'customer.id')
    .select(['wallet.id', 'wallet.account_id', 'wallet.customer_id'])
    .where('customer.reference', '=', credit.reference.trim().toUpperCase())
    .where('wallet.currency', '=', currency)
    .executeTakeFirst();
  if (!owner) {
    const bank = await bankAccount(trx, clock, partnerId, currency);
    // Money that names no customer is kept where an operator looks for it.
    const suspense = await suspenseAccount(trx, clock, partnerId, currency);
    const legs = [
      { account: bank, amount },
      { account: suspense, amount: -amount },
    ];
    await post(trx, {
      id: `unmatched:${partnerId}:${line}`,
      kind: 'unmatched credit',
      entityId: line,
      eventTime: clock.now(),
      legs,
    });
    return undefined;
  }

  await lockCustomer(trx, vault, owner.customer_id);
  const id = createId('ftx', clock);
  const now = clock.now();
  await trx
    .insertInto('fiat_transaction')
    .values({
      id,
      customer_id: owner.customer_id,
      wallet_id: owner.id,
      direction: 'deposit',
      currency,
      partner_id: partnerId,
      statement_line: line,
      amount: amount.toString(),
      status: 'completed',
      version: 2,
      created_at: now,
      updated_at: now,
    })
    .execute();
  await complete(trx, clock, { id, kind: 'fiat deposit', customerId: owner.customer_id, walletId: owner.id }, [
    { account: await bankAccount(trx, clock, partnerId, currency), amount },
    { account: owner.account_id, amount: -amount },
  ]);
  return owner.customer_id;
}

/** The move, its ledger entries and its live event: one commit. */
async function complete(
  trx: Trx,
  clock: Services['clock'],
  deposit: { id: string; kind: string; customerId: string; walletId: string },
  legs: Leg[],
): Promise<void> {
  const { id } = deposit;
  await recordMove(trx, clock, depositStates, { id, from: null, to: 'processing', actor: 'system' });
  await recordMove(trx, clock, depositStates, { id, from: 'processing', to: 'completed', actor: 'system' });
  await post(trx, {
    id: `${deposit.id}:credit`,
    kind: deposit.kind,
    entityId: deposit.id,
    eventTime: clock.now(),
    legs,
  });
  await trx.updateTable('wallet_account').set({ updated_at: clock.now() }).where('id', '=', deposit.walletId).execute();
  await appendEvents(trx, clock, deposit.customerId, {
    type: 'wallet_account_updated',
    payload: { walletId: deposit.walletId, entityId: deposit.id },
  });
}
