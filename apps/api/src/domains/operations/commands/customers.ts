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
import { saveDocument, showVerification } from '../verification.ts';

const group = 'Customers:';
const email = 'mei@demo.example';
const customerArguments = {
  customer: { description: 'E-mail address or id of the customer, or reference of a freeze' },
} as const;

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

/** Defines a command that is safe only after the operator has verified the identity of the requesting person. */
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
  customerCommand(
    'show-verification',
    'Show the documents and persons of a verification, with their ids.',
    (services, customer) => showVerification(services, customer),
  ),
  defineCommand({
    name: 'save-document',
    group,
    summary: 'Write a document of a verification to a folder.',
    example: 'save-document vdc_01hqxyz0000000000000000000 --to ./documents',
    arguments: { document: { description: 'Id of the document (vdc_…)' } },
    options: { to: { value: 'folder', isRequired: true, description: 'Folder for the file' } },
    execute: (services, { document, to, operator }) => saveDocument(services, document, to, operator),
  }),
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
