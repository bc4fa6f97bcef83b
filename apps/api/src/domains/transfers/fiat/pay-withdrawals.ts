import { findProhibitedField } from '../../compliance/prohibited-countries.ts';
import { transact, type Trx } from '../../../platform/database/database.ts';
import { everything, type QueueRun } from '../../../platform/jobs/run.ts';
import { LedgerError } from '../../../ledger/ledger.ts';
import type { Payee } from '../../../gateways/ports.ts';
import { toScreenedParty } from '../../destinations/bank-accounts/screened-party.ts';
import type { Services } from '../../services.ts';
import {
  type DueWithdrawal,
  findDueWithdrawals,
  lockDueWithdrawal,
  postponeWithdrawal,
} from '../core/due-withdrawals.ts';
import { arePayoutsHeld } from '../core/payout-holds.ts';
import { isActiveDestination } from '../core/transactions.ts';
import { type FiatWaitReason, nextAttemptAt } from '../core/withdrawal-rules.ts';
import { transitionWithdrawalWithin } from '../core/withdrawals.ts';
import { type FiatWithdrawalRow, openDetails } from './transactions.ts';
import { reserveBankBalance } from './withdrawal-postings.ts';
import { fiatWithdrawals } from './withdrawals.ts';

/** Accepts withdrawals that are due, so that their banks execute them. */
export async function acceptFiatWithdrawals(services: Services, run: QueueRun = everything): Promise<void> {
  const { db, clock, notifier } = services;
  await run.forEach(
    await findDueWithdrawals(db, clock, fiatWithdrawals),
    ({ id }) => id,
    async (row) => {
      const due = { id: row.id, route: row.partner_id };
      if (await arePayoutsHeld(db, due.route)) {
        await transact(db, (trx) => lockDueWithdrawal(trx, services, fiatWithdrawals, due));
        await notifier.send(row.customer_id, 'messages');
        return;
      }
      const { payee } = openDetails(services, row);
      // The customer's row must not be locked during the screening request.
      const risk = payee ? await screenPayee(services, payee) : 'high';
      await transact(db, (trx) => accept(trx, services, due, risk)).catch((error: unknown) => {
        // A concurrent withdrawal reserved the bank balance. The next round reads the remaining balance.
        if (!(error instanceof LedgerError && error.reason === 'insufficient')) throw error;
      });
      await notifier.send(row.customer_id, 'messages');
    },
  );
}

type Risk = 'low' | 'high' | 'prohibited';

/** Screens the payee again, because the lists may have changed since the account was saved. */
async function screenPayee(services: Services, payee: Payee): Promise<Risk> {
  if (findProhibitedField(services, payee) !== undefined) return 'prohibited';
  return services.gateways.screening.screenParty(toScreenedParty(payee));
}

async function accept(trx: Trx, services: Services, due: DueWithdrawal, risk: Risk): Promise<void> {
  const { clock } = services;
  const row = await lockDueWithdrawal(trx, services, fiatWithdrawals, due);
  if (!row) return;
  const reason =
    (await payeeHold(trx, row, risk)) ?? ((await reserveBankBalance(trx, services, row)) ? undefined : 'liquidity');
  if (reason !== undefined)
    return postponeWithdrawal(trx, clock, 'fiat_transaction', row, reason, nextAttemptAt(clock.now()));
  await transitionWithdrawalWithin(trx, services, fiatWithdrawals, row, { to: 'processing', actor: 'system' });
}

/** Returns the reason why a withdrawal waits because of its payee; undefined if it can be sent. */
async function payeeHold(trx: Trx, row: FiatWithdrawalRow, risk: Risk): Promise<FiatWaitReason | undefined> {
  // An operator may approve a high risk, but not a prohibited country.
  if (risk === 'prohibited') return 'prohibited-country';
  // The approval raises the risk of the row, so that it needs no second approval.
  if (risk === 'high' && row.risk === 'low') return 'high-risk';
  // A return goes to the account that sent its deposit, which is not a saved account.
  if (row.returns_deposit_id !== null) return undefined;
  return (await isActiveDestination(trx, 'bank_account', row.bank_account_id)) ? undefined : 'destination';
}

/**
 * Instructs banks to pay accepted withdrawals. After a crash before the instruction is recorded, the bank is instructed
 * again with the same end-to-end id, so that it detects the duplicate.
 */
export async function instructBanks(services: Services, run: QueueRun = everything): Promise<void> {
  const { db, clock, gateways } = services;
  const accepted = await db
    .selectFrom('fiat_transaction')
    .selectAll()
    .where('direction', '=', 'withdrawal')
    .where('status', '=', 'processing')
    .where('instructed_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('payout_hold').select('route').whereRef('route', '=', 'fiat_transaction.partner_id'))),
    )
    .$if(run.partnerId !== undefined, (query) => query.where('partner_id', '=', run.partnerId ?? ''))
    .orderBy('id')
    .execute();
  await run.forEach(
    accepted,
    ({ id }) => id,
    async (row) => {
      if (await arePayoutsHeld(db, row.partner_id)) return;
      const { payee, purpose } = openDetails(services, row);
      if (!payee) throw new Error(`Withdrawal ${row.id} has no payee`);
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
