import type { PartnerId } from '@wusd/api-sdk/domain';
import { sql } from 'kysely';
import type { Clock } from '@wusd/server-kit/clock';
import { type Db, transact } from '../platform/database/database.ts';
import { keysOf } from '@wusd/server-kit/registry/lookup';
import type { BankEntry, BankPort, PartnerBank } from '../gateways/ports.ts';
import type { Settings } from '../composition/settings.ts';
import { confirmationsOf } from './chain.ts';

/** Our fictitious accounts at the partner banks. */
const partnerBanks: Record<PartnerId, Omit<PartnerBank, 'id'>> = {
  dbs: {
    name: 'DBS',
    country: 'SG',
    account: {
      beneficiaryName: 'WUSD Wallet Pte Ltd',
      bankName: 'DBS Bank Ltd',
      bankAddress: '12 Marina Boulevard, Singapore 018982',
      swiftCode: 'DBSSSGSG',
      accountNumber: '0720012345',
    },
  },
  'sg-digital': {
    name: 'Merlion Digital Bank',
    country: 'SG',
    account: {
      beneficiaryName: 'WUSD Wallet Pte Ltd',
      bankName: 'Merlion Digital Bank',
      bankAddress: '1 Fusionopolis Way, Singapore 138632',
      swiftCode: 'MERLSGS1',
      accountNumber: '8810067890',
    },
  },
  pr: {
    name: 'San Juan International Bank',
    country: 'PR',
    account: {
      beneficiaryName: 'WUSD Wallet Pte Ltd',
      bankName: 'San Juan International Bank',
      bankAddress: '270 Avenida Muñoz Rivera, San Juan 00918',
      swiftCode: 'SJIBPRSJ',
      bankCode: '021502011',
      accountNumber: '40021177',
    },
  },
  lu: {
    name: 'Banque de la Moselle',
    country: 'LU',
    account: {
      beneficiaryName: 'WUSD Wallet Pte Ltd',
      bankName: 'Banque de la Moselle',
      bankAddress: '2 Boulevard Royal, 2449 Luxembourg',
      swiftCode: 'BMOSLULL',
      iban: 'LU280019400644750000',
    },
  },
  'hk-1': {
    name: 'Victoria Harbour Bank',
    country: 'HK',
    account: {
      beneficiaryName: 'WUSD Wallet Pte Ltd',
      bankName: 'Victoria Harbour Bank',
      bankAddress: '8 Finance Street, Central, Hong Kong',
      swiftCode: 'VHBKHKHH',
      bankCode: '901',
      accountNumber: '012345678',
    },
  },
  'hk-2': {
    name: 'Kowloon Commercial Bank',
    country: 'HK',
    account: {
      beneficiaryName: 'WUSD Wallet Pte Ltd',
      bankName: 'Kowloon Commercial Bank',
      bankAddress: '88 Nathan Road, Kowloon, Hong Kong',
      swiftCode: 'KCBKHKHH',
      bankCode: '902',
      accountNumber: '987654321',
    },
  },
};

export const simulatedPartners: PartnerBank[] = keysOf(partnerBanks).map((id) => ({ id, ...partnerBanks[id] }));

/** Simulated blocks until a bank settles a payout. */
const settlementDepth = 20;

/** Banks whose statements are rows in a table. They settle payouts as time passes. */
export function createSimulatedBank(db: Db, clock: Clock, pace: Settings['sandboxPace']): BankPort {
  return {
    async pay({ endToEndId, partnerId, currency, amount }) {
      await db
        .insertInto('sandbox_payment')
        .values({
          end_to_end_id: endToEndId,
          partner_id: partnerId,
          currency,
          amount: amount.toString(),
          at: clock.now(),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    async unread(partnerId) {
      const pending = await db.selectFrom('sandbox_payment').selectAll().where('outcome', 'is', null).execute();
      for (const { end_to_end_id: endToEndId, at } of pending)
        if (confirmationsOf(clock, pace, at, null) >= settlementDepth) await resolvePayment(db, endToEndId, 'settled');
      const rows = await db
        .selectFrom('sandbox_statement')
        .selectAll()
        .where('is_read', '=', false)
        .$if(partnerId !== undefined, (query) => query.where('partner_id', '=', partnerId ?? ''))
        .orderBy('position')
        .limit(100)
        .execute();
      if (rows.length === 0) return [];
      const entries = rows.map((row): BankEntry => {
        const endToEndId = row.end_to_end_id ?? '';
        const base = { partnerId: row.partner_id, line: row.line };
        if (row.kind === 'refusal') return { ...base, kind: row.kind, endToEndId };
        const money = { ...base, currency: row.currency, amount: BigInt(row.amount) };
        if (row.kind === 'credit')
          return {
            ...money,
            kind: row.kind,
            reference: row.reference,
            ...(row.sender !== '' && { sender: { name: row.sender, ...accountOf(row) } }),
          };
        return row.kind === 'return'
          ? { ...money, kind: row.kind, endToEndId }
          : { ...money, kind: row.kind, ...(row.end_to_end_id !== null && { endToEndId }) };
      });
      const acknowledge = async (): Promise<void> => {
        const positions = rows.map(({ position }) => position);
        await db.updateTable('sandbox_statement').set({ is_read: true }).where('position', 'in', positions).execute();
      };
      return [{ entries, acknowledge }];
    },
  };
}

const ibanStart = /^[A-Z]{2}\d{2}/;

function accountOf({ sender_account: account, sender_bic: bic }: { sender_account: string; sender_bic: string }) {
  if (account === '') return {};
  return { account: { ...(ibanStart.test(account) ? { iban: account } : { accountNumber: account }), bic } };
}

/** Settles or rejects a payout, once. @returns false if it was resolved before */
export function resolvePayment(db: Db, endToEndId: string, outcome: 'settled' | 'refused'): Promise<boolean> {
  return transact(db, async (trx) => {
    const payment = await trx
      .updateTable('sandbox_payment')
      .set({ outcome })
      .where('end_to_end_id', '=', endToEndId)
      .where('outcome', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (!payment) return false;
    await trx
      .insertInto('sandbox_statement')
      .values({
        partner_id: payment.partner_id,
        line: `${outcome === 'settled' ? 'SD' : 'SR'}${endToEndId}`,
        kind: outcome === 'settled' ? 'debit' : 'refusal',
        end_to_end_id: endToEndId,
        reference: '',
        currency: payment.currency,
        amount: payment.amount,
      })
      .execute();
    return true;
  });
}

/**
 * Returns a settled payout, less the fee of an intermediary bank.
 *
 * @returns false if it is not settled, or was returned before
 */
export async function returnPayment(db: Db, endToEndId: string, fee: bigint): Promise<boolean> {
  const payment = await db
    .selectFrom('sandbox_payment')
    .selectAll()
    .where('end_to_end_id', '=', endToEndId)
    .where('outcome', '=', 'settled')
    .executeTakeFirst();
  const line = `SB${endToEndId}`;
  const existing = await db.selectFrom('sandbox_statement').select('line').where('line', '=', line).executeTakeFirst();
  if (!payment || existing) return false;
  await db
    .insertInto('sandbox_statement')
    .values({
      partner_id: payment.partner_id,
      line,
      kind: 'return',
      end_to_end_id: endToEndId,
      reference: '',
      currency: payment.currency,
      amount: sql<string>`${payment.amount}::numeric - ${fee.toString()}::numeric`,
    })
    .execute();
  return true;
}
