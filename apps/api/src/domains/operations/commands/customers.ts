import type { Services } from '../../services.ts';
import { defineCommand, type OperatorCommand } from '../command.ts';
import {
  recheckIdentityOf,
  removePhoneOf,
  setAccountStatus,
  showAddresses,
  showBankAccounts,
  showCustomer,
  unlockCodes,
  verifyIdentity,
} from '../customers.ts';
import type { CommandResult } from '../results.ts';

const group = 'Customers:';
const email = 'mei@demo.example';
const customerArguments = { customer: { description: 'E-mail address or id of the customer' } } as const;

/** A command whose only argument is a customer. */
const customerCommand = (
  name: string,
  summary: string,
  execute: (services: Services, customer: string, operator: string) => Promise<CommandResult>,
): OperatorCommand =>
  defineCommand({
    name,
    group,
    summary,
    example: `${name} ${email}`,
    arguments: customerArguments,
    execute: (services, { customer, operator }) => execute(services, customer, operator),
  });

/** A command that is only safe after the operator has verified who requests it. */
const checkedCustomerCommand = (name: string, summary: string, execute: typeof removePhoneOf): OperatorCommand =>
  defineCommand({
    name,
    group,
    summary,
    example: `${name} ${email} --why "passport checked on a video call"`,
    arguments: customerArguments,
    options: {
      why: { value: 'text', isRequired: true, description: 'How you checked their identity, for the audit log' },
    },
    execute: (services, { customer, why, operator }) => execute(services, customer, { why, operator }),
  });

export const customerCommands: readonly OperatorCommand[] = [
  customerCommand('show-customer', 'Show a customer with their identity or company.', showCustomer),
  customerCommand('addresses', "List a customer's saved blockchain addresses, newest first.", showAddresses),
  customerCommand('bank-accounts', "List a customer's saved bank accounts, the default first.", showBankAccounts),
  customerCommand('verify', 'Verify an identity or a company; a company account is activated by it.', verifyIdentity),
  customerCommand(
    'recheck-identity',
    'Check a verified identity again; the customer can move no money until it is decided.',
    recheckIdentityOf,
  ),
  checkedCustomerCommand(
    'remove-phone',
    'Remove the phone number of a customer who has lost it, so that they can bind another.',
    removePhoneOf,
  ),
  checkedCustomerCommand('unlock-codes', 'Unlock the codes of a customer after too many wrong ones.', unlockCodes),
  customerCommand(
    'freeze',
    'Freeze an account: nobody can sign in until it is unfrozen.',
    (services, customer, operator) => setAccountStatus(services, customer, 'frozen', operator),
  ),
  customerCommand('unfreeze', 'Unfreeze an account.', (services, customer, operator) =>
    setAccountStatus(services, customer, 'active', operator),
  ),
];
