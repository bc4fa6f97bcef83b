import { formatDateTime } from '@wusd/i18n';
import { findProhibitedField } from '../../compliance/prohibited-countries.ts';
import { transact, type Trx } from '../../../platform/database/database.ts';
import { forEachSettled } from '../../../platform/for-each-settled.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { createId } from '../../../platform/ids.ts';
import { everything, type QueueRun } from '../../../platform/jobs/run.ts';
import { recordTransition } from '../../../platform/state-machine/state-machine.ts';
import { type Customer, lockCustomer } from '../../../commands/customers.ts';
import {
  type DestinationKind,
  type DestinationTransition,
  transitionDestination,
  transitionDestinationWithin,
  screenDestinations,
  publishDestinationUpdated,
} from '../transitions.ts';
import { type DestinationStatus, quarantineMs } from '../states.ts';
import { setAutoRedemption } from '../../wallet/auto-redemption/setting.ts';
import { sendSecurityNotice } from '../../identity-access/security/notices.ts';
import type { Services } from '../../services.ts';
import { toScreenedParty } from './screened-party.ts';
import type { BankAccountFields } from './requirements.ts';
import { bankAccountStates } from './states.ts';
import { type BankAccountRow, encryptionContextOf, decryptFields } from './responses.ts';

const bankAccounts: DestinationKind = {
  table: 'bank_account',
  states: bankAccountStates,
  noun: 'bank account',
  isInUse,
};

/** Whether a payout to it is under way. */
export async function isInUse(trx: Services['db'] | Trx, id: string): Promise<boolean> {
  const payout = await trx
    .selectFrom('fiat_transaction')
    .select('id')
    .where('bank_account_id', '=', id)
    .where('status', 'in', ['to be processed', 'processing'])
    .executeTakeFirst();
  return payout !== undefined;
}

/** Points at the number, whichever kind it is. */
export const alreadySavedError = ({ iban }: BankAccountFields): AppError =>
  new AppError('INVALID_REQUEST', {
    field: `/body/${iban === undefined ? 'accountNumber' : 'iban'}`,
    reasonCode: 'already-saved',
  });

/** What says where a payout arrives; of anything else a change is one of words. */
const payee = [
  'beneficiaryName',
  'accountNumber',
  'iban',
  'bankCode',
  'swiftCode',
  'bankName',
  'country',
  'currency',
  'rail',
] as const;

/** Whether payouts would arrive elsewhere, or with somebody else. */
export function changesPayee(before: BankAccountFields, after: BankAccountFields): boolean {
  return payee.some((field) => before[field] !== after[field]);
}

/** By which the same account is known again: a number at a bank, in a currency. */
const indexOf = ({ vault }: Pick<Services, 'vault'>, fields: BankAccountFields): Buffer => {
  const { currency, rail, iban, accountNumber, bankCode, swiftCode } = fields;
  const number = (iban ?? accountNumber ?? '').replaceAll(/[\s-]/g, '').toUpperCase();
  const bank = iban === undefined ? (bankCode ?? swiftCode?.slice(0, 8) ?? '') : '';
  return vault.blindIndex([currency, rail, bank, number].join('/'), 'bank account');
};

/** What is kept of an account beside what is sealed: what it is searched by. */
const rowOf = (services: Services, id: string, fields: BankAccountFields) => ({
  label: fields.label,
  bank_name: fields.bankName ?? '',
  country: fields.country,
  currency: fields.currency,
  rail: fields.rail,
  fields_sealed: services.vault.seal(JSON.stringify(fields), encryptionContextOf(id)),
  payee_hmac: indexOf(services, fields),
  updated_at: services.clock.now(),
});

/** Whether a customer has saved this one before. @param but the one that is edited */
export async function isSaved(
  services: Services,
  db: Services['db'] | Trx,
  customerId: string,
  fields: BankAccountFields,
  but = '',
): Promise<boolean> {
  const row = await db
    .selectFrom('bank_account')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('payee_hmac', '=', indexOf(services, fields))
    .where('status', '<>', 'gone')
    .where('id', '<>', but)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Saves an account; it is screened next, and for its first day payouts to it wait.
 *
 * @param customer whose row this transaction holds
 * @throws AppError INVALID_REQUEST `already-saved`
 */
export async function saveBankAccount(
  trx: Trx,
  services: Services,
  customer: Customer,
  fields: BankAccountFields,
): Promise<string> {
  const { clock } = services;
  if (await isSaved(services, trx, customer.id, fields)) throw alreadySavedError(fields);
  const id = createId('bnk', clock);
  const payoutsFrom = new Date(clock.now().getTime() + quarantineMs);
  await trx
    .insertInto('bank_account')
    .values({
      id,
      customer_id: customer.id,
      ...rowOf(services, id, fields),
      status: 'pending add',
      payouts_from: payoutsFrom,
      created_at: clock.now(),
    })
    .execute();
  await recordTransition(trx, clock, bankAccountStates, {
    id,
    customerId: customer.id,
    from: null,
    to: 'pending add',
    actor: 'customer',
  });
  await publishDestinationUpdated(trx, services, customer.id, id);
  await tellByMail(trx, services, customer, fields, payoutsFrom, 'message.bankAccountSaved');
  return id;
}

/** One of a customer's that there is, held until this transaction ends. @throws AppError NOT_FOUND */
async function lockBankAccount(
  trx: Trx,
  { vault }: Pick<Services, 'vault'>,
  customerId: string,
  id: string,
): Promise<BankAccountRow> {
  await lockCustomer(trx, vault, customerId);
  const row = await trx
    .selectFrom('bank_account')
    .selectAll()
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .where('status', '<>', 'gone')
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

/**
 * Changes an account. Where payouts would arrive elsewhere it is screened again, and they wait for a day.
 *
 * @throws AppError NOT_FOUND, MOVE_NOT_ALLOWED, DESTINATION_IN_USE, INVALID_REQUEST `already-saved`
 */
export async function editBankAccount(
  trx: Trx,
  services: Services,
  customer: Customer,
  id: string,
  fields: BankAccountFields,
): Promise<void> {
  const { clock, vault } = services;
  const row = await lockBankAccount(trx, services, customer.id, id);
  const isMoved = changesPayee(decryptFields(vault, row), fields);
  if (await isSaved(services, trx, customer.id, fields, id)) throw alreadySavedError(fields);
  const payoutsFrom = new Date(clock.now().getTime() + quarantineMs);
  assertEditable(row.status, isMoved);
  // What is on its way goes where its customer saw that it goes.
  if (isMoved && (await isInUse(trx, id))) throw new AppError('DESTINATION_IN_USE');
  await trx
    .updateTable('bank_account')
    .set({ ...rowOf(services, id, fields), ...(isMoved && { status: 'pending add', payouts_from: payoutsFrom }) })
    .where('id', '=', id)
    .execute();
  if (row.is_default) await setAutoRedemption(trx, services, customer.id, 'off', 'default-edited');
  if (isMoved) {
    await recordTransition(trx, clock, bankAccountStates, {
      id,
      customerId: customer.id,
      from: row.status,
      to: 'pending add',
      actor: 'customer',
    });
    await tellByMail(trx, services, customer, fields, payoutsFrom, 'message.bankAccountEdited');
  }
  await publishDestinationUpdated(trx, services, customer.id, id);
}

/** Words can be changed of what is on nobody's way; where payouts arrive, only of what is active. @throws AppError MOVE_NOT_ALLOWED */
export function assertEditable(status: DestinationStatus, isMoved: boolean): void {
  const isOpen = isMoved ? status === 'active' : status === 'active' || status === 'inactive';
  if (!isOpen) throw new AppError('MOVE_NOT_ALLOWED', { nextMoves: [] });
}

/** @throws AppError NOT_FOUND, DESTINATION_NOT_ACTIVE */
export async function setDefaultBankAccount(services: Services, customerId: string, id: string): Promise<void> {
  const { db, clock, notifier } = services;
  await transact(db, async (trx) => {
    const row = await lockBankAccount(trx, services, customerId, id);
    if (row.status !== 'active') throw new AppError('DESTINATION_NOT_ACTIVE');
    if (row.is_default) return;
    const hadDefault = await clearDefault(trx, customerId);
    if (hadDefault) await setAutoRedemption(trx, services, customerId, 'off', 'default-changed');
    await trx
      .updateTable('bank_account')
      .set({ is_default: true, updated_at: clock.now() })
      .where('id', '=', id)
      .execute();
    await publishDestinationUpdated(trx, services, customerId, id);
  });
  await notifier.send(customerId);
}

/** @returns whether there was one */
async function clearDefault(trx: Trx, customerId: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('bank_account')
    .set({ is_default: false })
    .where('customer_id', '=', customerId)
    .where('is_default', '=', true)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Looks at what was added or changed and at what is to go. */
export async function screenBankAccounts(services: Services, run: QueueRun = everything): Promise<void> {
  const { db, vault, gateways } = services;
  const waiting = await db
    .selectFrom('bank_account')
    .selectAll()
    .where('status', 'in', ['pending add', 'pending delete'])
    .orderBy('id')
    .execute();
  await screenDestinations(
    services,
    bankAccounts,
    waiting,
    async (row) => {
      const fields = decryptFields(vault, row);
      if (findProhibitedField(services, fields) !== undefined) return 'high';
      return gateways.screening.screenParty(toScreenedParty(fields));
    },
    run,
  );
}

/** Disables active accounts whose country was prohibited since they were saved. Payouts check every other country that an account names. */
export async function disableProhibitedAccounts(services: Services): Promise<void> {
  const { db, settings } = services;
  const codes = [...settings.prohibitedCountries.codes];
  if (codes.length === 0) return;
  const rows = await db
    .selectFrom('bank_account')
    .select('id')
    .where('status', '=', 'active')
    .where('country', 'in', codes)
    .orderBy('id')
    .execute();
  const disabled = { to: 'disabled', actor: 'Operations', reason: 'prohibited-country' } as const;
  await forEachSettled(rows, ({ id }) =>
    transitionBankAccount(services, id, { ...disabled, operator: 'list of prohibited countries' }).catch(
      (error: unknown) => {
        // Another node was there first.
        if (!(error instanceof AppError && /^(MOVE_NOT_ALLOWED|NOT_FOUND)$/.test(error.errorName))) throw error;
      },
    ),
  );
}

/** @throws AppError NOT_FOUND, MOVE_NOT_ALLOWED */
export const transitionBankAccount = (services: Services, id: string, move: DestinationTransition): Promise<void> =>
  transitionDestination(services, bankAccounts, id, move);

/** The same within the caller's transaction; what is on its way out is nobody's default. */
export async function transitionBankAccountWithin(
  trx: Trx,
  services: Services,
  id: string,
  move: DestinationTransition,
): Promise<void> {
  await transitionDestinationWithin(trx, services, bankAccounts, id, move);
  if (move.to !== 'pending delete') return;
  const left = await trx
    .updateTable('bank_account')
    .set({ is_default: false })
    .where('id', '=', id)
    .where('is_default', '=', true)
    .returning('customer_id')
    .executeTakeFirst();
  if (left) await setAutoRedemption(trx, services, left.customer_id, 'off', 'default-deleted');
}

/** Seals what is sealed under an older key anew. @returns how many */
export async function reencryptBankAccounts({ db, vault }: Pick<Services, 'db' | 'vault'>): Promise<number> {
  let count = 0;
  for (const { id } of await db.selectFrom('bank_account').select('id').execute()) {
    count += await transact(db, async (trx) => {
      const { fields_sealed: sealed } = await trx
        .selectFrom('bank_account')
        .select('fields_sealed')
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirstOrThrow();
      const anew = vault.reseal(sealed, encryptionContextOf(id));
      if (!anew) return 0;
      await trx.updateTable('bank_account').set({ fields_sealed: anew }).where('id', '=', id).execute();
      return 1;
    });
  }
  return count;
}

function tellByMail(
  trx: Trx,
  services: Services,
  customer: Customer,
  { label, currency }: BankAccountFields,
  payoutsFrom: Date,
  mail: string,
): Promise<void> {
  return sendSecurityNotice(trx, services, customer, mail, {
    label,
    currency,
    time: formatDateTime(customer.language, payoutsFrom.toISOString()),
  });
}
