import { randomUUID } from 'node:crypto';
import { transact } from '../src/platform/database/database.ts';
import { findCustomerByEmail } from '../src/commands/customers.ts';
import type { Services } from '../src/domains/services.ts';
import { createId } from '../src/platform/ids.ts';

export interface Owner {
  id: string;
  /** Ids of wallet accounts by currency. */
  wallets: Map<string, string>;
}

export async function ownerOf({ db, vault }: Services, email: string): Promise<Owner> {
  const { id = '' } = (await findCustomerByEmail(db, vault, email)) ?? {};
  const rows = await db.selectFrom('wallet_account').select(['id', 'currency']).where('customer_id', '=', id).execute();
  return { id, wallets: new Map(rows.map((row) => [row.currency, row.id])) };
}

/**
 * Deposits and withdrawals over chains and banks, so many of each and an hour between two, as acts leave them. No worker looks at them again.
 */
export async function seedMovements({ db, clock }: Services, { id, wallets }: Owner, count: number): Promise<void> {
  const now = clock.now().getTime();
  await transact(db, async (trx) => {
    for (let index = 0; index < count; index += 1) {
      const at = new Date(now - index * 3_600_000);
      const past = { ...clock, now: () => at };
      const common = { customer_id: id, created_at: at, updated_at: at, version: 1 };
      await trx
        .insertInto('crypto_transaction')
        .values({
          ...common,
          id: createId('ctx', past),
          wallet_id: wallets.get('WUSD') ?? '',
          direction: index % 3 === 0 ? 'withdrawal' : 'deposit',
          currency: 'WUSD',
          network_id: 3,
          hash: `0x${randomUUID().replaceAll('-', '').padStart(64, 'a')}`,
          address: '0x52908400098527886E0F7030069857D2E4169EE7',
          memo: null,
          sender: null,
          amount: `${index + 1}${'0'.repeat(18)}`,
          status: index % 5 === 0 ? 'to be confirmed' : 'completed',
          hold_reason: index % 5 === 0 ? 'high-risk' : null,
          // No worker looks at it again.
          is_final: true,
        })
        .execute();
      await trx
        .insertInto('fiat_transaction')
        .values({
          ...common,
          id: createId('ftx', past),
          wallet_id: wallets.get('USD') ?? '',
          direction: index % 2 === 0 ? 'withdrawal' : 'deposit',
          currency: 'USD',
          partner_id: 'dbs',
          amount: String(100 * (index + 1)),
          statement_line: `LINE${randomUUID()}`,
          status: 'completed',
        })
        .execute();
    }
  });
}
