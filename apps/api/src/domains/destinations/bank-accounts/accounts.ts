import { type Db, transact, type Trx } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { createId } from '../../../platform/ids.ts';
import { recordTransition } from '../../../platform/state-machine/state-machine.ts';
import { auditCommand } from '../../../commands/audit-command.ts';
import { type Customer, lockCustomer } from '../../../commands/customers.ts';
import { publishDestinationUpdated } from '../transitions.ts';
import { type DestinationStatus, quarantineMs } from '../states.ts';
import { setAutoRedemption } from '../../wallet/auto-redemption/setting.ts';
import { sendSecurityNotice } from '../../identity-access/security/notices.ts';
import type { Services } from '../../services.ts';
import { type BankAccountFields, validateFields } from './requirements.ts';
import { bankAccountStates } from './states.ts';
import { isInUse } from './transitions.ts';
import { type BankAccountRow, decryptFields, sealedFields } from './responses.ts';

/** Error for an account that is already saved. Its field is the IBAN or the account number. */
const alreadySavedError = ({ iban }: BankAccountFields): AppError =>
  new AppError('INVALID_REQUEST', {
    field: `/body/${iban === undefined ? 'accountNumber' : 'iban'}`,
    reasonCode: 'already-saved',
  });

/** Fields that determine the payee of a payout. All other fields are descriptive. */
const payeeFields = [
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

/** Whether the change would send payouts to another account or another beneficiary. */
export function changesPayee(before: BankAccountFields, after: BankAccountFields): boolean {
  return payeeFields.some((field) => before[field] !== after[field]);
}

/** Blind index that identifies an account by its number, bank, rail and currency. */
const payeeIndex = ({ vault }: Pick<Services, 'vault'>, fields: BankAccountFields): Buffer => {
  const { currency, rail, iban, accountNumber, bankCode, swiftCode } = fields;
  const number = (iban ?? accountNumber ?? '').replaceAll(/[\s-]/g, '').toUpperCase();
  const bank = iban === undefined ? (bankCode ?? swiftCode?.slice(0, 8) ?? '') : '';
  return vault.blindIndex([currency, rail, bank, number].join('/'), 'bank account');
};

/** Columns of an account: its encrypted fields and its search columns. */
const rowOf = (services: Services, id: string, fields: BankAccountFields) => ({
  label: fields.label,
  bank_name: fields.bankName ?? '',
  country: fields.country,
  currency: fields.currency,
  rail: fields.rail,
  fields_sealed: sealedFields.seal(services.vault, fields, id),
  payee_hmac: payeeIndex(services, fields),
  updated_at: services.clock.now(),
});

/**
 * Validates and normalizes entered fields (see {@link validateFields}) for an account that the customer has not saved.
 *
 * @param exceptId the account that is being edited
 * @throws AppError INVALID_REQUEST for the first field that is invalid or `already-saved`, COUNTRY_NOT_SUPPORTED
 */
export async function validateAccount(
  services: Services,
  db: Db | Trx,
  customerId: string,
  entered: BankAccountFields,
  exceptId?: string,
): Promise<BankAccountFields> {
  const fields = validateFields(services, entered);
  if (await isSaved(services, db, customerId, fields, exceptId)) throw alreadySavedError(fields);
  return fields;
}

/** Whether the customer has saved this account already. */
async function isSaved(
  services: Services,
  db: Db | Trx,
  customerId: string,
  fields: BankAccountFields,
  exceptId = '',
): Promise<boolean> {
  const row = await db
    .selectFrom('bank_account')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('payee_hmac', '=', payeeIndex(services, fields))
    .where('status', '<>', 'gone')
    .where('id', '<>', exceptId)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Saves an account and holds payouts to it for 24 hours. A job then screens the account.
 *
 * @param customer customer whose row this transaction has locked
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
  await sendNotice(trx, services, 'message.bankAccountSaved', { id, customer, fields, payoutsFrom });
  return id;
}

/** Saves an account by {@link saveBankAccount} for a command of the customer, and writes an audit log entry. */
export async function addBankAccount(
  trx: Trx,
  services: Services,
  call: Parameters<typeof auditCommand>[2],
  customer: Customer,
  fields: BankAccountFields,
): Promise<string> {
  const id = await saveBankAccount(trx, services, customer, fields);
  await auditCommand(trx, services.clock, call, 'bank account saved', { account: id });
  return id;
}

/** Locks a customer and one of the customer's accounts. @throws AppError NOT_FOUND, also if the account is deleted */
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
 * Edits an account. If the payee changes, the account is screened again, and payouts to it are held for 24 hours.
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
  const changesDestination = changesPayee(decryptFields(vault, row), fields);
  if (await isSaved(services, trx, customer.id, fields, id)) throw alreadySavedError(fields);
  const payoutsFrom = new Date(clock.now().getTime() + quarantineMs);
  assertEditable(row.status, changesDestination);
  // The destination of a payout in progress must stay as the customer reviewed it.
  if (changesDestination && (await isInUse(trx, id))) throw new AppError('DESTINATION_IN_USE');
  await trx
    .updateTable('bank_account')
    .set({
      ...rowOf(services, id, fields),
      ...(changesDestination && { status: 'pending add', payouts_from: payoutsFrom }),
    })
    .where('id', '=', id)
    .execute();
  if (row.is_default) await setAutoRedemption(trx, services, customer.id, 'off', 'default-edited');
  if (changesDestination) {
    await recordTransition(trx, clock, bankAccountStates, {
      id,
      customerId: customer.id,
      from: row.status,
      to: 'pending add',
      actor: 'customer',
    });
    await sendNotice(trx, services, 'message.bankAccountEdited', { id, customer, fields, payoutsFrom });
  }
  await publishDestinationUpdated(trx, services, customer.id, id);
}

/**
 * The payee can be edited in active accounts only, other fields in inactive accounts too.
 * @throws AppError MOVE_NOT_ALLOWED
 */
export function assertEditable(status: DestinationStatus, changesDestination: boolean): void {
  const isEditable = changesDestination ? status === 'active' : status === 'active' || status === 'inactive';
  if (!isEditable) throw new AppError('MOVE_NOT_ALLOWED', { nextMoves: [] });
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

/** @returns whether the customer had a default account */
async function clearDefault(trx: Trx, customerId: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('bank_account')
    .set({ is_default: false })
    .where('customer_id', '=', customerId)
    .where('is_default', '=', true)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Re-encrypts accounts that are encrypted under an older key. @returns the number of re-encrypted accounts */
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
      const reencrypted = sealedFields.reseal(vault, sealed, id);
      if (!reencrypted) return 0;
      await trx.updateTable('bank_account').set({ fields_sealed: reencrypted }).where('id', '=', id).execute();
      return 1;
    });
  }
  return count;
}

function sendNotice(
  trx: Trx,
  services: Services,
  message: 'message.bankAccountSaved' | 'message.bankAccountEdited',
  {
    id,
    customer,
    fields,
    payoutsFrom,
  }: { id: string; customer: Customer; fields: BankAccountFields; payoutsFrom: Date },
): Promise<void> {
  const { label, currency } = fields;
  return sendSecurityNotice(trx, services, {
    customer,
    message,
    subject: { entity: 'bank-account', id },
    values: { label, currency, time: { time: payoutsFrom.toISOString() } },
  });
}
