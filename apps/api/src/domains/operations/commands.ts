import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { alertKinds, closeAlert, isAlertKind } from '../../platform/alerts/alerts.ts';
import { audit } from '../../platform/audit/audit.ts';
import { transact } from '../../platform/database/database.ts';
import { retryDeadLetter } from '../../platform/jobs/failures.ts';
import { transitionBankAccount } from '../destinations/bank-accounts/accounts.ts';
import { listBankAccounts } from '../destinations/bank-accounts/responses.ts';
import { transitionAddress } from '../destinations/blockchain-addresses/addresses.ts';
import { listAddresses } from '../destinations/blockchain-addresses/responses.ts';
import { type Customer, findCustomer, findCustomerByEmail, readPersonal } from '../../commands/customers.ts';
import { closeFeedback, listOpenFeedback, readFeedback } from '../support/feedback/feedback.ts';
import { decideIdentity, recheckIdentity } from '../identity-access/identity/identity.ts';
import { identityReasons, isIdentityReason } from '../../gateways/identity-reasons.ts';
import { transitionAccount } from '../identity-access/security/freeze.ts';
import { unlockByOperator } from '../identity-access/security/locked-factors.ts';
import { removePhone } from '../identity-access/security/lost-phone.ts';
import { orderReasons } from '../exchange/otc/states.ts';
import { newKey, reencrypt } from './keys.ts';
import { withdrawalReasons } from '../transfers/core/reasons.ts';
import { depositReasons } from '../transfers/core/reasons.ts';
import { decideDepositOf } from './deposits.ts';
import { decideFiat, listFiat, markTransferredManually, matchLine, saveReceipts, reverseArrival } from './fiat.ts';
import { findAnything } from './find.ts';
import { helpOn } from './help.ts';
import { decideOrder } from './orders.ts';
import { isQueue, listQueue } from './queue.ts';
import { describeOverdue } from './age-limits.ts';
import { releasePayout } from './payouts.ts';
import { reconcile } from './reconcile.ts';
import { fundDesk } from './fund-desk.ts';
import type { Services } from '../services.ts';

export const usage = `Usage: npm run operator -- <command>

  queue                                everything that waits for a person, the longest first, with what can be done
  find <text>                          whatever has an id, a hash, an address or a reference that begins or ends so; or a customer's last movements
  migrate                              bring the database up to date, as WUSD_MIGRATOR_DATABASE_URL
  help [topic]                         how something is done, with what to type
  alerts                               open alerts: conditions that a person has to act on
  close-alert <kind> <id>              the condition is dealt with; it opens again if it returns
  retry <queue>/<id>                   a dead letter is tried again, from its first attempt
  waiting                              identities and companies that wait for a decision, oldest first
  show <e-mail or id>                  one customer
  verify <e-mail or id>                the identity is verified; a company's account opens with it
  reject <e-mail or id> --reason <r>   it is not; the customer is told why and can submit again
  recheck <e-mail or id>               have a verified identity looked at again; money waits meanwhile
  remove-phone <e-mail or id> --why <text>
                                       for who has lost it, once you know that it is them; they bind another
  unlock-codes <e-mail or id> --why <text>
                                       accept codes again that wrong ones have locked, once you have checked the identity
  freeze <e-mail or id>                close an account: nobody signs in until it is lifted
  unfreeze <e-mail or id>              lift it
  feedback                             messages to support that nobody has closed, oldest first
  feedback <reference> [--to <folder>] one of them; its files are written to the folder
  close-feedback <reference>           it was answered
  orders                               swap orders that wait for the desk, oldest first
  approve <order>                      settle it at the rate that was agreed
  reject <order> --reason <r>          it is not; what was set aside is free again, and the customer is told why
  deposits                             crypto deposits that wait for a person, oldest first
  claims                               claims to transfers that name no customer, with who claims them and the evidence
  withdrawals                          crypto withdrawals that wait for a person, oldest first
  approve <withdrawal>                 it is sent
  reject <withdrawal> --reason <r>     it is not, and the money is free again
  approve <deposit>                    it is the customer's
  reject <deposit> --reason <r>        it is not credited, and the customer is told why
  approve <claim>                      the transfer is this customer's; other claims to it are refused
  reject <claim> --reason <r>          this claim ends; the transfer stays open to others
  fiat                                 wires and payouts that are not over, oldest first, with why they wait
  receipts <deposit> --to <folder>     what its customer has attached to it
  approve <ftx id>                     a wire whose sender is looked at is credited; a payout that waits for you leaves
  reject <ftx id> --reason <r>         it is not, and its customer is told why
  by-hand <ftx id> --line <partner>:<line>
                                       a payout that its bank did not carry out, and that you have sent otherwise
  take-back <deposit> --reason <r>     a wire that was credited to whom it is not: it leaves their balance by another transfer, and
                                       its line waits for match again; what they have spent is owed, and the account frozen
  lines                                lines of statements that nobody has accounted for, oldest first
  match <customer or ftx id> --line <partner>:<line>
                                       whose a credit is that named nobody, or which declared deposit
  stock <partner> --line <statement line>
                                       the house's own money, which named no customer: the desk can pay it out
  release-payout <withdrawal> --why <text>
                                       cancel a payout that is stuck: once the cancellation is final, the withdrawal waits for you
  reconcile                            everything in the books that does not add up, by name; fails where there is anything; and
                                       everything that is overdue in its state
  addresses <e-mail or id>             a customer's saved blockchain addresses, newest first
  banks <e-mail or id>                 a customer's saved bank accounts, the default first
  disable <address or bank account>    nothing is paid out to it until it is enabled
  enable <address or bank account>     it is paid out to again
  new-key                              make a key for personal data; two minutes later all is sealed under it
  reseal                               seal what is still under older keys anew

Reasons for identities: ${identityReasons.join(', ')}
Reasons for orders: ${orderReasons.join(', ')}
Reasons for deposits: ${depositReasons.join(', ')}
Reasons for withdrawals: ${withdrawalReasons.join(', ')}
--operator <name> says who does it, where that is not the account's name.`;

export interface OperatorOptions {
  reason: string | undefined;
  /** In an operator's own words, for the audit log. */
  why?: string | undefined;
  /** Folder that files are written to. */
  to?: string | undefined;
  /** A line of a bank's statement, by the bank's own id; with its partner before it where a command asks for that. */
  line?: string | undefined;
  /** Kept in the audit log; customers see a desk. */
  operator: string;
}

/**
 * @returns what to print
 * @throws RangeError that says what is wrong with the command
 */
export async function runOperatorCommand(
  services: Services,
  [command = '', subject, ...rest]: readonly string[],
  { reason, why, to, line, operator }: OperatorOptions,
): Promise<string> {
  if (command === 'help') return helpOn(subject, usage);
  if (isQueue(command)) return listQueue(services, command);
  if (command === 'close-alert') return closeAlertOf(services, subject, rest[0], operator);
  if (command === 'retry') return retryDeadLetter(services, subject ?? '', operator);
  if (command === 'find') return findAnything(services, subject, operator);
  if (command === 'feedback') return showFeedback(services, subject, { to, operator });
  if (command === 'close-feedback') {
    if (subject === undefined || !(await closeFeedback(services, subject, operator)))
      throw new RangeError(`There is no open feedback ${subject ?? ''}`.trim());
    return `${subject}: closed`;
  }
  if (command === 'reconcile') {
    const differences = await reconcile(services);
    const overdue = await describeOverdue(services);
    if (differences.length > 0) throw new RangeError([...differences, ...overdue].join('\n'));
    return ['Everything adds up.', ...overdue].join('\n');
  }
  if (command === 'release-payout') return releasePayout(services, subject, why, operator);
  if (command === 'stock') return fundDesk(services, subject, line, operator);
  if ((command === 'approve' || command === 'reject') && subject?.startsWith('otc_'))
    return decideOrder(services, subject, command, reason, operator);
  if ((command === 'approve' || command === 'reject') && subject?.startsWith('ctx_'))
    return decideDepositOf(services, subject, command, reason, operator);
  if (command === 'disable' || command === 'enable') {
    const to = command === 'disable' ? 'disabled' : 'active';
    const move = subject?.startsWith('bnk_') === true ? transitionBankAccount : transitionAddress;
    await move(services, subject ?? '', { to, actor: 'Operations', operator });
    return `${subject}: ${to}`;
  }
  if (command === 'fiat') return listFiat(services);
  if (command === 'receipts') return saveReceipts(services, subject ?? '', to, operator);
  if (command === 'take-back') return reverseArrival(services, subject ?? '', reason, operator);
  if (command === 'by-hand') return markTransferredManually(services, subject ?? '', line, operator);
  if ((command === 'approve' || command === 'reject') && subject?.startsWith('ftx_'))
    return decideFiat(services, subject, command, reason, operator);
  if (command === 'match' && subject?.startsWith('ftx_'))
    return matchLine(services, { depositId: subject }, line, operator);
  if (command === 'new-key') return newKey(services, operator);
  if (command === 'reseal') return reencrypt(services, operator);
  const by = { actor: 'Operations', operator } as const;
  const customer = await find(services, subject);
  switch (command) {
    case 'match':
      return matchLine(services, { customerId: customer.id }, line, operator);
    case 'show':
      return show(services, customer);
    case 'addresses':
      return (await listAddresses(services.db, services.clock, customer.id, undefined))
        .map(({ id, label, networkId, address, status }) => [id, label, networkId, address, status].join('\t'))
        .join('\n');
    case 'banks':
      return (await listBankAccounts(services, services.db, customer.id, undefined))
        .map(({ id, fields: { label, bankName, currency, rail }, status }) =>
          [id, label, bankName, currency, rail, status].join('\t'),
        )
        .join('\n');
    case 'verify':
      await decideIdentity(services, customer.id, { to: 'verified' }, by);
      return `${customer.email}: verified`;
    case 'reject':
      if (!isIdentityReason(reason)) throw new RangeError(`--reason must be one of: ${identityReasons.join(', ')}`);
      await decideIdentity(services, customer.id, { to: 'verification failed', reason }, by);
      return `${customer.email}: verification failed, ${reason}`;
    case 'recheck':
      await recheckIdentity(services, customer.id, operator);
      return `${customer.email}: pending verification`;
    case 'remove-phone':
      if (why === undefined || why.trim() === '') throw new RangeError('--why says how you know that it is them');
      await removePhone(services, customer.id, { operator, why: why.trim() });
      return `${customer.email}: no phone`;
    case 'unlock-codes':
      if (why === undefined || why.trim() === '') throw new RangeError('--why says how you checked the identity');
      await unlockByOperator(services, customer.id, { operator, why: why.trim() });
      return `${customer.email}: codes are accepted again`;
    case 'freeze':
    case 'unfreeze': {
      const to = command === 'freeze' ? 'frozen' : 'active';
      await transitionAccount(services, customer.id, to, operator);
      return `${customer.email}: ${to}`;
    }
    default:
      throw new RangeError(`There is no command "${command}".\n\n${usage}`);
  }
}

async function closeAlertOf(
  services: Services,
  kind: string | undefined,
  entityId: string | undefined,
  operator: string,
): Promise<string> {
  if (kind === undefined || !isAlertKind(kind) || entityId === undefined)
    throw new RangeError(`close-alert <kind> <id>. Kinds: ${Object.keys(alertKinds).join(', ')}`);
  const isClosed = await transact(services.db, async (trx) => {
    const wasOpen = await closeAlert({ ...services, db: trx }, { kind, entityId }, operator);
    if (wasOpen)
      await audit(trx, services.clock, {
        customerId: undefined,
        actor: 'Operations',
        act: 'alert closed',
        details: { kind, entityId, operator },
      });
    return wasOpen;
  });
  if (!isClosed) throw new RangeError(`There is no open alert ${kind} for ${entityId}`);
  return `${kind} ${entityId}: closed`;
}

async function find({ db, vault }: Services, subject: string | undefined): Promise<Customer> {
  if (subject === undefined) throw new RangeError(`Which customer?\n\n${usage}`);
  const customer = subject.includes('@')
    ? await findCustomerByEmail(db, vault, subject)
    : await findCustomer(db, vault, subject);
  if (!customer) throw new RangeError(`There is no customer ${subject}`);
  return customer;
}

async function showFeedback(
  services: Services,
  reference: string | undefined,
  { to, operator }: Pick<OperatorOptions, 'to' | 'operator'>,
): Promise<string> {
  if (reference === undefined) {
    const rows = await listOpenFeedback(services.db);
    const lines = rows.map((row) => [row.reference, row.created_at.toISOString(), row.customer_id ?? '-'].join('\t'));
    return lines.length === 0 ? 'No open feedback.' : lines.join('\n');
  }
  const feedback = await readFeedback(services, reference, operator);
  if (!feedback) throw new RangeError(`There is no feedback ${reference}`);
  const { customerId, email, createdAt, closedAt, text, files } = feedback;
  if (to !== undefined) {
    await mkdir(to, { recursive: true });
    // Never over a file that is there.
    await Promise.all(files.map(({ fileName, bytes }) => writeFile(join(to, fileName), bytes, { flag: 'wx' })));
  }
  const places = files.map(({ fileName }) => (to === undefined ? fileName : join(to, fileName)));
  return JSON.stringify({ reference, customerId, email, createdAt, closedAt, text, files: places }, undefined, 2);
}

async function show({ db, vault }: Services, customer: Customer): Promise<string> {
  const { identity, corporate } = await readPersonal(db, vault, customer.id);
  const { id, email, fullName, accountType, status, identityStatus, identityReason, onboarded } = customer;
  return JSON.stringify(
    { id, email, fullName, accountType, status, identityStatus, identityReason, onboarded, identity, corporate },
    undefined,
    2,
  );
}
