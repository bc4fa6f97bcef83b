import type { Trx } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { createId } from '../../../platform/ids.ts';
import { recordTransition } from '../../../platform/state-machine/state-machine.ts';
import { bankAccount, suspenseAccount } from '../../../ledger/ledger.ts';
import { lockCustomer } from '../../../commands/customers.ts';
import type { Services } from '../../services.ts';
import { publishWalletUpdated } from '../../wallet/accounts/transactions.ts';
import { depositReasonMessage, suspendDeposit, transitionDepositWithin } from '../core/deposits.ts';
import { notifyOfTransfer } from '../core/notices.ts';
import { findWallet, newDeposit, typedRow } from '../core/transactions.ts';
import { fiatDepositStates } from './deposit-states.ts';
import { creditFiatDeposit, fiatDeposits } from './deposits.ts';
import { chooseDeclaration } from './matching.ts';
import { readMatchingTolerance } from './terms.ts';
import type { FiatDepositRow } from './transactions.ts';

/** Money at a bank that is known to belong to a customer. */
export interface IncomingWire {
  customerId: string;
  partnerId: string;
  line: string;
  currency: string;
  /** Minor units. */
  amount: bigint;
  risk: 'low' | 'high';
  /** Location in the ledger: `bank` if it is not booked yet, `suspense` if it was booked there on arrival. */
  from: 'bank' | 'suspense';
  /** The declaration to which the wire belongs, if an operator named it. */
  depositId?: string | undefined;
}

/**
 * Converts a wire to the declared deposit that it matches, or to a new deposit. It is credited at once, unless its
 * sender needs a review.
 *
 * @returns the deposit's id
 * @throws AppError MOVE_NOT_ALLOWED if the named declaration has ended
 */
export async function receiveWire(trx: Trx, services: Services, wire: IncomingWire): Promise<string> {
  const { clock, vault } = services;
  const customer = await lockCustomer(trx, vault, wire.customerId);
  const row = await recordWire(trx, services, wire);
  const { id, partner_id: partnerId, currency } = row;
  if (wire.risk === 'low') {
    await creditFiatDeposit(trx, services, row, wire.from);
    await transitionDepositWithin(trx, services, fiatDeposits, row, { to: 'completed', actor: 'system' });
    return id;
  }
  await trx.updateTable('fiat_transaction').set({ hold_reason: 'high-risk' }).where('id', '=', id).execute();
  if (wire.from === 'bank') {
    const from = await bankAccount(trx, clock, partnerId, currency);
    const suspense = await suspenseAccount(trx, clock, partnerId, currency);
    await suspendDeposit(trx, clock, 'fiat deposit', row, { from, suspense });
  }
  await publishWalletUpdated(trx, clock, row);
  await notifyOfTransfer(trx, services, customer, row, {
    message: 'message.depositHeld',
    reasonMessage: depositReasonMessage('high-risk'),
  });
  return id;
}

/** Writes the wire to the row of its declaration, or to a new row. */
async function recordWire(trx: Trx, { clock }: Services, wire: IncomingWire): Promise<FiatDepositRow> {
  const { customerId, partnerId, line, currency, amount, risk } = wire;
  const declared = await findDeclared(trx, wire);
  const id = declared?.id ?? createId('ftx', clock);
  const now = clock.now();
  const columns = {
    statement_line: line,
    amount: amount.toString(),
    partner_id: partnerId,
    risk,
    status: 'processing' as const,
    updated_at: now,
  };
  const row = declared
    ? await trx
        .updateTable('fiat_transaction')
        .set((eb) => ({ ...columns, version: eb('version', '+', 1) }))
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow()
    : await trx
        .insertInto('fiat_transaction')
        .values({
          ...newDeposit(id, customerId, (await findWallet(trx, customerId, currency)).id, now),
          ...columns,
          currency,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
  const from = declared?.status ?? null;
  await recordTransition(trx, clock, fiatDepositStates, { id, customerId, from, to: 'processing', actor: 'system' });
  return typedRow(fiatDeposits, row);
}

/**
 * Finds the declaration that an operator named, or otherwise the declaration at the same bank with the best matching
 * amount.
 */
async function findDeclared(
  trx: Trx,
  { customerId, partnerId, currency, amount, depositId }: IncomingWire,
): Promise<FiatDepositRow | undefined> {
  const rows = await trx
    .selectFrom('fiat_transaction')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('currency', '=', currency)
    .where('direction', '=', 'deposit')
    .where('status', '=', 'to be confirmed')
    .orderBy('id')
    .forUpdate()
    .execute();
  const open = rows.map((row) => typedRow(fiatDeposits, row));
  if (depositId !== undefined) {
    const named = open.find(({ id }) => id === depositId);
    if (!named) throw new AppError('MOVE_NOT_ALLOWED', { nextMoves: [] });
    return named;
  }
  const atBank = open
    .filter((each) => each.partner_id === partnerId)
    .map((row) => ({ id: row.id, declared: BigInt(row.declared ?? row.amount), row }));
  return chooseDeclaration(atBank, amount, await readMatchingTolerance(trx, currency))?.row;
}
