import { prohibitedField } from '../../compliance/prohibited-countries.ts';
import { transact, type Trx } from '../../../platform/database/database.ts';
import { everything, type QueueRun } from '../../../platform/jobs/run.ts';
import { hold } from '../../../ledger/holds.ts';
import { bankAccount, LedgerError } from '../../../ledger/ledger.ts';
import type { Payee } from '../../../gateways/ports.ts';
import { partyOf } from '../../destinations/bank-accounts/party.ts';
import { lockCustomer } from '../../../commands/customers.ts';
import type { Services } from '../../services.ts';
import { publishWalletUpdated } from '../../wallet/accounts/entries.ts';
import { customerHold, later } from '../withdrawal-rules.ts';
import { type FiatRow, lockFiat, openDetails } from './transactions.ts';
import { bankHold } from './withdrawal-postings.ts';
import { transitionFiatWithdrawalWithin } from './withdrawals.ts';

/** Accepts what may leave: from then on it is its bank's to carry out. */
export async function acceptFiatWithdrawals(services: Services, run: QueueRun = everything): Promise<void> {
  const { db, clock, notifier } = services;
  const due = await db
    .selectFrom('fiat_transaction')
    .selectAll()
    .where('direction', '=', 'withdrawal')
    .where('status', '=', 'to be processed')
    .where('due_at', '<=', clock.now())
    .orderBy('due_at')
    .orderBy('id')
    .execute();
  await run.forEach(
    due,
    ({ id }) => id,
    async (row) => {
      const { payee } = openDetails(services, row);
      // Asked outside the transaction: nobody waits for a stranger while holding the customer's row.
      const risk = payee ? await riskOf(services, payee) : 'high';
      await transact(db, (trx) => accept(trx, services, row.id, risk)).catch((error: unknown) => {
        // Another took what is held at the bank: the next round sees what is left.
        if (!(error instanceof LedgerError && error.reason === 'insufficient')) throw error;
      });
      await notifier.send(row.customer_id, 'messages');
    },
  );
}

type Risk = 'low' | 'high' | 'prohibited';

/** A list that has changed since the account was saved counts too. */
async function riskOf(services: Services, payee: Payee): Promise<Risk> {
  if (prohibitedField(services, payee) !== undefined) return 'prohibited';
  return services.gateways.screening.screenParty(partyOf(payee));
}

async function accept(trx: Trx, services: Services, id: string, risk: Risk): Promise<void> {
  const { clock, vault } = services;
  const row = await lockFiat(trx, services, id);
  const now = clock.now();
  if (row?.status !== 'to be processed' || row.due_at === null || row.due_at > now) return;
  const customer = await lockCustomer(trx, vault, row.customer_id);
  const still = customerHold(customer, now);
  if (still) return wait(trx, services, row, still.reason, still.until);
  const destination = await trx
    .selectFrom('bank_account')
    .select('status')
    .where('id', '=', row.bank_account_id ?? '')
    .executeTakeFirst();
  // A person may let go what is at risk, never what is prohibited.
  if (risk === 'prohibited') return wait(trx, services, row, 'prohibited-country', later(now));
  // What a person has let go is not stopped for the same again.
  if (risk === 'high' && row.risk === 'low') return wait(trx, services, row, 'high-risk', later(now));
  if (destination?.status !== 'active') return wait(trx, services, row, 'destination', later(now));
  const account = await bankAccount(trx, clock, row.partner_id, row.currency);
  const { posted, held } = await trx
    .selectFrom('account')
    .select(['posted', 'held'])
    .where('id', '=', account)
    .executeTakeFirstOrThrow();
  const amount = BigInt(row.amount);
  if (BigInt(posted) - BigInt(held) < amount) return wait(trx, services, row, 'liquidity', later(now));
  await hold(trx, { id: bankHold(id), account, amount, kind: 'fiat withdrawal', entityId: id, eventTime: now });
  await transitionFiatWithdrawalWithin(trx, services, row, { to: 'processing', actor: 'system' });
}

async function wait(trx: Trx, { clock }: Services, row: FiatRow, reason: string, until: Date): Promise<void> {
  await trx
    .updateTable('fiat_transaction')
    .set({ hold_reason: reason, due_at: until, updated_at: clock.now() })
    .where('id', '=', row.id)
    .execute();
  if (row.hold_reason !== reason) await publishWalletUpdated(trx, clock, row);
}

/**
 * Tells banks of what was accepted. That it was accepted is committed before, and that its bank was told after: a crash in between tells it
 * again under the same end-to-end id, by which a bank knows that it is the same.
 */
export async function instructBanks(services: Services, run: QueueRun = everything): Promise<void> {
  const { db, clock, gateways } = services;
  const accepted = await db
    .selectFrom('fiat_transaction')
    .selectAll()
    .where('direction', '=', 'withdrawal')
    .where('status', '=', 'processing')
    .where('instructed_at', 'is', null)
    .$if(run.partnerId !== undefined, (query) => query.where('partner_id', '=', run.partnerId ?? ''))
    .orderBy('id')
    .execute();
  await run.forEach(
    accepted,
    ({ id }) => id,
    async (row) => {
      const { payee, purpose } = openDetails(services, row);
      if (!payee) throw new Error(`${row.id} says nothing of where it goes`);
      await gateways.bank.pay({
        endToEndId: row.end_to_end_id ?? '',
        partnerId: row.partner_id,
        rail: payee.rail,
        currency: row.currency,
        amount: BigInt(row.amount),
        payee,
        purpose: purpose ?? payee.purposeOfTransfer,
        requestedAt: row.created_at,
      });
      await db
        .updateTable('fiat_transaction')
        .set({ instructed_at: clock.now() })
        .where('id', '=', row.id)
        .where('instructed_at', 'is', null)
        .execute();
    },
  );
}
