import { formatMessage } from '@wusd/i18n/server';
import { audit } from '../../audit/audit.ts';
import { blocker, requireNothing } from '../../http/blockers.ts';
import { Failure } from '../../http/failure.ts';
import { originOf } from '../auth/origin.ts';
import { findCustomer, lockCustomer } from '../customers/customers.ts';
import { unverified } from '../customers/rules.ts';
import type { Act, Acts } from '../mfa/acts.ts';
import type { Services } from '../services.ts';
import {
  alreadySaved,
  editBankAccount,
  isInUse,
  isSaved,
  movesPayee,
  requireEditable,
  saveBankAccount,
} from './accounts.ts';
import { type BankAccountFields, readFields } from './requirements.ts';
import { findBankAccount } from './view.ts';

/** The end of a number, for who reads a code to tell which account it is for. */
const endOf = ({ iban, accountNumber }: BankAccountFields): string => (iban ?? accountNumber ?? '').slice(-4);

export function bankAccountActs(services: Services): Acts {
  const { db, clock, vault } = services;

  const addBankAccount: Act<'addBankAccount'> = {
    async review({ caller: { customerId }, body, request }) {
      const fields = readFields(services, body);
      if (await isSaved(services, db, customerId, fields)) throw alreadySaved(fields);
      const customer = await findCustomer(db, vault, customerId);
      return {
        about: formatMessage(customer?.language ?? 'en_US', 'message.act.saveBankAccount', { digits: endOf(fields) }),
        review: { blockers: unverified(customer).map((each) => blocker(each, request.headers['accept-language'])) },
      };
    },
    async perform({ caller: { customerId }, body, request }, trx) {
      const fields = readFields(services, body);
      const customer = await lockCustomer(trx, vault, customerId);
      requireNothing(unverified(customer));
      const id = await saveBankAccount(trx, services, customer, fields);
      const { agent, network } = originOf(request);
      const details = { account: id, agent, network };
      await audit(trx, clock, { customerId, actor: 'customer', act: 'bank account saved', details });
      return findBankAccount(services, trx, customerId, id, request.headers['accept-language']);
    },
    wakes: ({ caller }) => [caller.customerId, 'messages', 'destinations'],
  };

  const editBankAccountAct: Act<'editBankAccount'> = {
    async review({ caller: { customerId }, body, request }) {
      const { id } = request.params as { id: string };
      const fields = readFields(services, body);
      const before = await findBankAccount(services, db, customerId, id, undefined);
      const isMoved = movesPayee(before.fields, fields);
      requireEditable(before.status, isMoved);
      if (isMoved && (await isInUse(db, id))) throw new Failure('DESTINATION_IN_USE');
      if (await isSaved(services, db, customerId, fields, id)) throw alreadySaved(fields);
      const customer = await findCustomer(db, vault, customerId);
      return {
        about: formatMessage(customer?.language ?? 'en_US', 'message.act.changeBankAccount', { digits: endOf(fields) }),
        review: { blockers: [] },
      };
    },
    async perform({ caller: { customerId }, body, request }, trx) {
      const { id } = request.params as { id: string };
      const fields = readFields(services, body);
      const customer = await lockCustomer(trx, vault, customerId);
      await editBankAccount(trx, services, customer, id, fields);
      const { agent, network } = originOf(request);
      const details = { account: id, agent, network };
      await audit(trx, clock, { customerId, actor: 'customer', act: 'bank account edited', details });
      return findBankAccount(services, trx, customerId, id, request.headers['accept-language']);
    },
    wakes: ({ caller }) => [caller.customerId, 'messages', 'destinations'],
  };
  return { addBankAccount, editBankAccount: editBankAccountAct };
}
