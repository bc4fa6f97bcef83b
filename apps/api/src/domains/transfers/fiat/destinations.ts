import type { Currency } from '@wusd/api-sdk/domain';
import type { Db, Trx } from '../../../platform/database/database.ts';
import { AppError, checkAt } from '../../../platform/errors/app-error.ts';
import type { Payee } from '../../../gateways/ports.ts';
import { findProhibitedField } from '../../compliance/prohibited-countries.ts';
import { validateAccount } from '../../destinations/bank-accounts/accounts.ts';
import { decryptFields } from '../../destinations/bank-accounts/responses.ts';
import { quarantineMs } from '../../destinations/states.ts';
import type { Services } from '../../services.ts';
import type { Destination } from '../core/withdrawal-commands.ts';
import { findSavedAccount } from './accounts.ts';
import { nameOfPayee } from './transactions.ts';

/** The bank account of a withdrawal: the id of a saved account, or the fields of an account to save. */
export interface AccountChoice {
  bankAccountId?: string | undefined;
  newRecipient?: Payee | undefined;
}

export interface FiatDestination extends Destination {
  payee: Payee;
  /** Undefined until the account is saved. */
  id?: string;
}

const newRecipient = '/body/newRecipient';

/** @throws AppError DESTINATION_NOT_ACTIVE, INVALID_REQUEST, COUNTRY_NOT_SUPPORTED */
export async function findFiatDestination(
  services: Services,
  reader: Db | Trx,
  customerId: string,
  currency: Currency,
  { bankAccountId, newRecipient: entered }: AccountChoice,
): Promise<FiatDestination> {
  const destination =
    entered === undefined
      ? await savedAccount(services, reader, customerId, bankAccountId ?? '')
      : await newAccount(services, reader, customerId, entered);
  const field = entered === undefined ? '/body/bankAccountId' : `${newRecipient}/currency`;
  if (destination.payee.currency !== currency)
    throw new AppError('INVALID_REQUEST', { field, reasonCode: 'other-currency' });
  return destination;
}

async function savedAccount(
  services: Services,
  reader: Db | Trx,
  customerId: string,
  id: string,
): Promise<FiatDestination> {
  const row = await findSavedAccount(reader, customerId, id);
  if (!row) throw new AppError('DESTINATION_NOT_ACTIVE');
  const payee = decryptFields(services.vault, row);
  const isProhibited = findProhibitedField(services, payee) !== undefined;
  return {
    id,
    name: nameOfPayee(payee),
    payee,
    isActive: row.status === 'active',
    payoutsFrom: row.payouts_from,
    violations: isProhibited ? [new AppError('COUNTRY_NOT_SUPPORTED')] : [],
  };
}

/** A withdrawal to a new account waits for its screening and for the end of its first day. */
async function newAccount(
  services: Services,
  reader: Db | Trx,
  customerId: string,
  entered: Payee,
): Promise<FiatDestination> {
  const payee = await checkAt(newRecipient, () => validateAccount(services, reader, customerId, entered));
  const name = nameOfPayee(payee);
  return {
    name,
    payee,
    isActive: true,
    payoutsFrom: new Date(services.clock.now().getTime() + quarantineMs),
    violations: [],
    unsaved: { label: payee.label, act: ['message.act.withdrawToNewAccount', { account: name }] },
  };
}
