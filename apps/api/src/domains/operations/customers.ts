import { findCustomer, findCustomerByEmail, readPersonal, type Customer } from '../../commands/customers.ts';
import { decideIdentity, recheckIdentity } from '../identity-access/identity/identity.ts';
import { identityReasons } from '../../gateways/identity-reasons.ts';
import { readCase } from '../identity-access/verification/stored.ts';
import { customerOfFreeze, findFreezeCase, isFreezeReference } from '../identity-access/security/freeze-cases.ts';
import { transitionAccount } from '../identity-access/security/freeze.ts';
import { unlockFactorsByOperator } from '../identity-access/security/locked-factors.ts';
import { removePhone } from '../identity-access/security/lost-phone.ts';
import { listBankAccounts } from '../destinations/bank-accounts/responses.ts';
import { listAddresses } from '../destinations/blockchain-addresses/responses.ts';
import type { Services } from '../services.ts';
import { assertReason, OperatorError } from './errors.ts';
import type { CommandResult } from './results.ts';

async function findNamed(db: Services['db'], vault: Services['vault'], name: string): Promise<Customer | undefined> {
  if (name.includes('@')) return findCustomerByEmail(db, vault, name);
  if (!isFreezeReference(name)) return findCustomer(db, vault, name);
  const id = await customerOfFreeze(db, name);
  return id === undefined ? undefined : findCustomer(db, vault, id);
}

/** Finds a customer by email address, id or freeze reference. @throws OperatorError NOT_FOUND */
async function requireCustomer({ db, vault }: Services, emailOrId: string): Promise<Customer> {
  const customer = await findNamed(db, vault, emailOrId);
  if (!customer) throw new OperatorError('NOT_FOUND', `There is no customer ${emailOrId}.`);
  return customer;
}

export const customerIdOf = async (services: Services, emailOrId: string): Promise<string> =>
  (await requireCustomer(services, emailOrId)).id;

/** Returns email addresses by customer id, or the id itself if the customer does not exist. */
export async function emailsOf({ db, vault }: Services, ids: readonly string[]): Promise<Map<string, string>> {
  return new Map(
    await Promise.all(
      [...new Set(ids)].map(async (id) => [id, (await findCustomer(db, vault, id))?.email ?? id] as const),
    ),
  );
}

export async function showCustomer(services: Services, emailOrId: string): Promise<CommandResult> {
  const customer = await requireCustomer(services, emailOrId);
  const { identity, corporate } = await readPersonal(services.db, services.vault, customer.id);
  const { id, email, fullName, accountType, status, identityStatus, identityReason, onboarded } = customer;
  return {
    type: 'customer',
    id,
    email,
    fullName,
    accountType,
    status,
    identityStatus,
    identityReason,
    onboarded,
    freeze: await findFreezeCase(services.db, id),
    identity,
    corporate,
  };
}

export async function showAddresses(services: Services, emailOrId: string): Promise<CommandResult> {
  const { id: customerId } = await requireCustomer(services, emailOrId);
  const items = await listAddresses(services.db, services.clock, customerId, undefined);
  return {
    type: 'addresses',
    items: items.map(({ id, label, networkId, address, status }) => ({ id, label, networkId, address, status })),
  };
}

export async function showBankAccounts(services: Services, emailOrId: string): Promise<CommandResult> {
  const { id: customerId } = await requireCustomer(services, emailOrId);
  const items = await listBankAccounts(services, services.db, customerId, undefined);
  return {
    type: 'bank-accounts',
    items: items.map(({ id, fields: { label, bankName, currency, rail }, status }) => ({
      id,
      label,
      bankName,
      currency,
      rail,
      status,
    })),
  };
}

export async function verifyIdentity(services: Services, emailOrId: string, operator: string): Promise<CommandResult> {
  const { id, email } = await requireCustomer(services, emailOrId);
  const { documents, persons } = await readCase(services.db, id);
  const undecided = [...documents, ...persons].filter(({ status }) => status === 'checking');
  if (undecided.length > 0)
    throw new OperatorError('CONFLICT', `Decide on these first: ${undecided.map((each) => each.id).join(', ')}.`);
  await decideIdentity(services, id, { to: 'verified' }, { actor: 'Operations', operator });
  return { type: 'status', id, email, status: 'verified' };
}

export async function rejectIdentity(
  services: Services,
  emailOrId: string,
  reason: string,
  operator: string,
): Promise<CommandResult> {
  const { id, email } = await requireCustomer(services, emailOrId);
  assertReason(reason, identityReasons);
  await decideIdentity(services, id, { to: 'verification failed', reason }, { actor: 'Operations', operator });
  return { type: 'status', id, email, status: 'verification failed', reason };
}

export async function recheckIdentityOf(
  services: Services,
  emailOrId: string,
  operator: string,
): Promise<CommandResult> {
  const { id, email } = await requireCustomer(services, emailOrId);
  await recheckIdentity(services, id, operator);
  return { type: 'status', id, email, status: 'pending verification' };
}

export async function removePhoneOf(
  services: Services,
  emailOrId: string,
  by: { operator: string; why: string },
): Promise<CommandResult> {
  const { id, email } = await requireCustomer(services, emailOrId);
  await removePhone(services, id, by);
  return { type: 'status', id, email, status: 'phone removed' };
}

export async function unlockCodes(
  services: Services,
  emailOrId: string,
  by: { operator: string; why: string },
): Promise<CommandResult> {
  const { id, email } = await requireCustomer(services, emailOrId);
  await unlockFactorsByOperator(services, id, by);
  return { type: 'status', id, email, status: 'codes unlocked' };
}

export async function setAccountStatus(
  services: Services,
  emailOrId: string,
  status: 'frozen' | 'active',
  operator: string,
): Promise<CommandResult> {
  const { id, email } = await requireCustomer(services, emailOrId);
  await transitionAccount(services, id, status, operator);
  return { type: 'status', id, email, status };
}
