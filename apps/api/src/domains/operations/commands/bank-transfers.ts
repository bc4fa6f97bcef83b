import { depositReasons } from '../../transfers/core/reasons.ts';
import { defineCommand, type OperatorCommand } from '../command.ts';
import { customerIdOf } from '../customers.ts';
import { markTransferredManually, matchLine, reverseDeposit, saveReceipts } from '../fiat.ts';
import { fundDesk } from '../fund-desk.ts';

const group = 'Bank transfers:';

const lineOption = {
  value: 'partner:line',
  isRequired: true,
  description: 'Statement line as statement-lines lists it, e.g. dbs:SB01',
} as const;

export const bankTransferCommands: readonly OperatorCommand[] = [
  defineCommand({
    name: 'match',
    group,
    summary: 'Credit an unmatched statement line to a customer, or to a declared deposit.',
    example: 'match mei@demo.example --line dbs:SB0A1B2C3D4E5F6071',
    arguments: { recipient: { description: 'E-mail address or id of the customer, or id of the deposit (ftx_…)' } },
    options: { line: lineOption },
    async execute(services, { recipient, line, operator }) {
      const subject = recipient.startsWith('ftx_')
        ? { depositId: recipient }
        : { customerId: await customerIdOf(services, recipient) };
      return matchLine(services, subject, line, operator);
    },
  }),
  defineCommand({
    name: 'reverse-deposit',
    group,
    summary: 'Reverse a bank deposit that was credited to the wrong customer; its statement line is unmatched again.',
    example: 'reverse-deposit ftx_01hqxyz0000000000000000000 --reason not-yours',
    arguments: { deposit: { description: 'Id of the deposit (ftx_…)' } },
    options: {
      reason: {
        value: 'code',
        isRequired: true,
        choices: depositReasons,
        description: `Reason that the customer reads in their language: ${depositReasons.join(', ')}`,
      },
    },
    execute: (services, { deposit, reason, operator }) => reverseDeposit(services, deposit, reason, operator),
  }),
  defineCommand({
    name: 'mark-transferred-manually',
    group,
    summary: 'Record that a payout was sent outside the system, with the statement line that proves it.',
    example: 'mark-transferred-manually ftx_01hqxyz0000000000000000000 --line dbs:SB02',
    arguments: { payout: { description: 'Id of the payout (ftx_…)' } },
    options: { line: lineOption },
    execute: (services, { payout, line, operator }) => markTransferredManually(services, payout, line, operator),
  }),
  defineCommand({
    name: 'fund-desk',
    group,
    summary: "Add an unmatched credit of the company's own money to the desk, which can then pay it out.",
    example: 'fund-desk dbs --line SB01',
    arguments: { partner: { description: 'Id of the bank, e.g. dbs' } },
    options: {
      line: { value: 'line', isRequired: true, description: 'Statement line without the id of the bank, e.g. SB01' },
    },
    execute: (services, { partner, line, operator }) => fundDesk(services, partner, line, operator),
  }),
  defineCommand({
    name: 'save-receipts',
    group,
    summary: "Write a bank deposit's receipts to a folder.",
    example: 'save-receipts ftx_01hqxyz0000000000000000000 --to ./receipts',
    arguments: { deposit: { description: 'Id of the deposit (ftx_…)' } },
    options: { to: { value: 'folder', isRequired: true, description: 'Folder for the files' } },
    execute: (services, { deposit, to, operator }) => saveReceipts(services, deposit, to, operator),
  }),
];
