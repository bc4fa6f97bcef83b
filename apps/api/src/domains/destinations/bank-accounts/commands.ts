import { formatMessage } from '@wusd/i18n/server';
import { auditCommand } from '../../../commands/audit-command.ts';
import { toBlocker, assertNoBlockers } from '../../../platform/errors/blockers.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { findCustomer } from '../../../commands/customers.ts';
import { identityBlockers } from '../../identity-access/customers/rules.ts';
import { type Command, type Commands, executeEach } from '../../../commands/command.ts';
import type { Services } from '../../services.ts';
import { addBankAccount, editBankAccount, changesPayee, assertEditable, validateAccount } from './accounts.ts';
import { isInUse } from './transitions.ts';
import { type BankAccountFields, validateFields } from './requirements.ts';
import { findBankAccount } from './responses.ts';

/** Last four characters of the account number, so that the message with the code identifies the account. */
const lastFour = ({ iban, accountNumber }: BankAccountFields): string => (iban ?? accountNumber ?? '').slice(-4);

export function bankAccountCommands(services: Services): Commands {
  const { db, clock, vault } = services;

  const addBankAccountCommand: Command<'addBankAccount'> = {
    async preview({ caller: { customerId }, body, language }) {
      const fields = await validateAccount(services, db, customerId, body);
      const customer = await findCustomer(db, vault, customerId);
      return {
        about: formatMessage(customer?.language ?? 'en_US', 'message.act.saveBankAccount', {
          digits: lastFour(fields),
        }),
        review: { blockers: identityBlockers(customer).map((each) => toBlocker(each, language)) },
      };
    },
    execute: executeEach(async ({ call, customer }, trx) => {
      const { body, language } = call;
      const fields = validateFields(services, body);
      assertNoBlockers(identityBlockers(customer));
      const id = await addBankAccount(trx, services, call, customer, fields);
      return findBankAccount(services, trx, customer.id, id, language);
    }),
    topics: ({ caller }) => [caller.customerId, 'messages', 'destinations'],
  };

  const editBankAccountCommand: Command<'editBankAccount'> = {
    async preview({ caller: { customerId }, body, path }) {
      const { id } = path;
      const fields = validateFields(services, body);
      const before = await findBankAccount(services, db, customerId, id, undefined);
      const changesDestination = changesPayee(before.fields, fields);
      assertEditable(before.status, changesDestination);
      if (changesDestination && (await isInUse(db, id))) throw new AppError('DESTINATION_IN_USE');
      await validateAccount(services, db, customerId, fields, id);
      const customer = await findCustomer(db, vault, customerId);
      return {
        about: formatMessage(customer?.language ?? 'en_US', 'message.act.changeBankAccount', {
          digits: lastFour(fields),
        }),
        review: { blockers: [] },
      };
    },
    execute: executeEach(async ({ call, customer }, trx) => {
      const { body, language } = call;
      const { id } = call.path;
      const fields = validateFields(services, body);
      await editBankAccount(trx, services, customer, id, fields);
      await auditCommand(trx, clock, call, 'bank account edited', { account: id });
      return findBankAccount(services, trx, customer.id, id, language);
    }),
    topics: ({ caller }) => [caller.customerId, 'messages', 'destinations'],
  };
  return { addBankAccount: addBankAccountCommand, editBankAccount: editBankAccountCommand };
}
