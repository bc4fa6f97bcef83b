import { defineCommand, type OperatorCommand } from '../command.ts';
import { closeFeedbackOf, listFeedback, showFeedback } from '../feedback.ts';
import { listBankTransfers } from '../fiat.ts';
import { searchTransactions } from '../search.ts';
import { listQueue, type Queue } from '../queue.ts';

const group = 'Queues and search:';

const queueCommand = (name: Queue, summary: string): OperatorCommand =>
  defineCommand({
    name,
    group,
    summary,
    example: name,
    isChange: false,
    execute: (services) => listQueue(services, name),
  });

export const queueCommands: readonly OperatorCommand[] = [
  queueCommand('queue', 'List everything that needs a person, oldest first, with the commands that unblock it.'),
  queueCommand('alerts', 'List open alerts.'),
  queueCommand('identities', 'List identities and companies that need a decision.'),
  queueCommand('orders', 'List swap orders that need the approval of the desk.'),
  queueCommand('deposits', 'List crypto deposits and claims that need a decision.'),
  queueCommand('claims', 'List claims to deposits without a memo, with the evidence of each claimant.'),
  queueCommand('withdrawals', 'List crypto withdrawals that need a decision, and stuck payouts.'),
  queueCommand('statement-lines', 'List bank statement lines that are not matched to a customer or transfer.'),
  defineCommand({
    name: 'bank-transfers',
    isChange: false,
    group,
    summary: 'List bank deposits and payouts that are not final, oldest first.',
    example: 'bank-transfers',
    execute: listBankTransfers,
  }),
  defineCommand({
    name: 'find',
    group,
    summary: 'Find transactions and orders of any customer by id, hash, address, reference or e-mail address.',
    example: 'find 0x5290',
    arguments: { query: { description: 'At least 4 characters of how it begins or ends, or an e-mail address' } },
    execute: (services, { query, operator }) => searchTransactions(services, query, operator),
  }),
  defineCommand({
    name: 'feedback',
    isChange: false,
    group,
    summary: 'List open messages to support, oldest first.',
    example: 'feedback',
    execute: listFeedback,
  }),
  defineCommand({
    name: 'show-feedback',
    group,
    summary: 'Show a message to support, and write its attachments to a folder if one is given.',
    example: 'show-feedback FB-20260301-7H4K --to ./feedback',
    arguments: { reference: { description: 'Reference of the message, e.g. FB-20260301-7H4K' } },
    options: { to: { value: 'folder', description: 'Folder for its attachments' } },
    execute: (services, { reference, to, operator }) => showFeedback(services, reference, to, operator),
  }),
  defineCommand({
    name: 'close-feedback',
    group,
    summary: 'Close a message to support that has been answered.',
    example: 'close-feedback FB-20260301-7H4K',
    arguments: { reference: { description: 'Reference of the message, e.g. FB-20260301-7H4K' } },
    execute: (services, { reference, operator }) => closeFeedbackOf(services, reference, operator),
  }),
];
