import { randomUUID } from 'node:crypto';
import { transact } from '../src/platform/database/database.ts';
import { findCustomerByEmail } from '../src/commands/customers.ts';
import { sealedFields } from '../src/domains/destinations/bank-accounts/responses.ts';
import type { Services } from '../src/domains/services.ts';
import { sealLine } from '../src/domains/transfers/fiat/statements.ts';
import { sealDetails } from '../src/domains/transfers/fiat/transactions.ts';
import type { Payee } from '../src/gateways/ports.ts';
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

/** Recipient address of seeded crypto transfers. */
export const seededAddress = '0x52908400098527886E0F7030069857D2E4169EE7';

/**
 * Inserts deposits and withdrawals on chains and at banks, `count` of each with an hour between them. They are final,
 * so workers ignore them.
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
          address: seededAddress,
          memo: null,
          sender: null,
          amount: `${index + 1}${'0'.repeat(18)}`,
          status: index % 5 === 0 ? 'to be confirmed' : 'completed',
          hold_reason: index % 5 === 0 ? 'high-risk' : null,
          // Final, so that workers ignore the row.
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

/**
 * Inserts a payout to a saved address, a payout to a saved bank account, and a deposit whose sender is in the bank's
 * statement.
 */
export async function seedCounterparties(
  services: Services,
  { id: customerId, wallets }: Owner,
): Promise<{ crypto: string; fiat: string; deposit: string }> {
  const { db, clock, vault } = services;
  const now = clock.now();
  const times = { created_at: now, updated_at: now };
  const common = { ...times, customer_id: customerId, status: 'completed' as const, version: 1 };
  const [crypto, fiat, deposit] = [createId('ctx', clock), createId('ftx', clock), createId('ftx', clock)];
  const [addressId, accountId, line] = [createId('adr', clock), createId('bnk', clock), `LINE${randomUUID()}`];
  const address = '0xde709f2102306220921060314715629080e2fb77';
  const payee: Payee = {
    label: 'Rent',
    beneficiaryName: 'Somchai Jaidee',
    bankName: 'OCBC',
    accountNumber: '987654321',
    country: 'SG',
    currency: 'USD',
    rail: 'SWIFT',
  };
  await transact(db, async (trx) => {
    const destination = { ...times, customer_id: customerId, payouts_from: now, status: 'gone' as const };
    await trx
      .insertInto('blockchain_address')
      .values({ ...destination, id: addressId, label: 'Cold vault', network_id: 3, address })
      .execute();
    await trx
      .insertInto('bank_account')
      .values({
        ...destination,
        id: accountId,
        label: payee.label,
        bank_name: payee.bankName ?? '',
        country: payee.country,
        currency: payee.currency,
        rail: payee.rail,
        fields_sealed: sealedFields.seal(vault, payee, accountId),
        payee_hmac: vault.blindIndex(accountId, 'bank account'),
      })
      .execute();
    await trx
      .insertInto('crypto_transaction')
      .values({
        ...common,
        id: crypto,
        wallet_id: wallets.get('WUSD') ?? '',
        direction: 'withdrawal',
        currency: 'WUSD',
        network_id: 3,
        address,
        address_id: addressId,
        amount: `7654321${'0'.repeat(15)}`,
        fee: `1${'0'.repeat(18)}`,
        is_final: true,
      })
      .execute();
    const bank = { ...common, wallet_id: wallets.get('USD') ?? '', currency: 'USD', partner_id: 'dbs', amount: '4200' };
    await trx
      .insertInto('fiat_transaction')
      .values({
        ...bank,
        id: fiat,
        direction: 'withdrawal',
        bank_account_id: accountId,
        details_sealed: sealDetails(services, fiat, { payee }),
      })
      .execute();
    await trx
      .insertInto('bank_line')
      .values({
        partner_id: 'dbs',
        line,
        kind: 'credit',
        currency: 'USD',
        amount: '4200',
        entity_id: deposit,
        seen_at: now,
        details_sealed: sealLine(services, { partnerId: 'dbs', line, sender: { name: 'ACME PTE LTD' } }),
      })
      .execute();
    await trx
      .insertInto('fiat_transaction')
      .values({ ...bank, id: deposit, direction: 'deposit', statement_line: line })
      .execute();
  });
  return { crypto, fiat, deposit };
}
