import type { PartnerId } from '@wusd/api-sdk/domain';
import { sql } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import { type Db, transact } from '../platform/database/database.ts';
import { keysOf } from '../platform/registry/lookup.ts';
import type { BankEntry, BankPort, PartnerBank } from '../gateways/ports.ts';
import type { Settings } from '../composition/settings.ts';
import { confirmationsOf } from './chain.ts';

/** Accounts of the house at banks that are as real as the sandbox's money. */
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

/** How many moments a payout takes at the pace of seconds. */
const settlesAfter = 20;

/** Banks whose statements are rows of a table, and who carry out what they are told with time. */
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
      const told = await db.selectFrom('sandbox_payment').selectAll().where('outcome', 'is', null).execute();
      for (const { end_to_end_id: endToEndId, at } of told)
        if (confirmationsOf(clock, pace, at, null) >= settlesAfter) await resolvePayment(db, endToEndId, 'settled');
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
        const of = { partnerId: row.partner_id, line: row.line };
        if (row.kind === 'refusal') return { ...of, kind: row.kind, endToEndId };
        const money = { ...of, currency: row.currency, amount: BigInt(row.amount) };
        if (row.kind === 'credit')
          return {
            ...money,
            kind: row.kind,
            reference: row.reference,
            ...(row.sender !== '' && { sender: { name: row.sender } }),
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

/** A bank does what it was told, or refuses to, once. @returns whether it had not yet */
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

/** What was carried out comes back, less what a bank on the way kept of it. @returns whether there was anything to come back */
export async function returnPayment(db: Db, endToEndId: string, kept: bigint): Promise<boolean> {
  const payment = await db
    .selectFrom('sandbox_payment')
    .selectAll()
    .where('end_to_end_id', '=', endToEndId)
    .where('outcome', '=', 'settled')
    .executeTakeFirst();
  const line = `SB${endToEndId}`;
  const before = await db.selectFrom('sandbox_statement').select('line').where('line', '=', line).executeTakeFirst();
  if (!payment || before) return false;
  await db
    .insertInto('sandbox_statement')
    .values({
      partner_id: payment.partner_id,
      line,
      kind: 'return',
      end_to_end_id: endToEndId,
      reference: '',
      currency: payment.currency,
      amount: sql<string>`${payment.amount}::numeric - ${kept.toString()}::numeric`,
    })
    .execute();
  return true;
}
