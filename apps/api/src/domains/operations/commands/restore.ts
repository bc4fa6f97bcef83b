import { defineCommand, type OperatorCommand } from '../command.ts';
import { afterRestore } from '../restore/after-restore.ts';
import { approveBooking } from '../restore/book-payout.ts';

const group = 'After a restore:';

export const restoreCommands: readonly OperatorCommand[] = [
  defineCommand({
    name: 'after-restore',
    group,
    summary:
      'Make a restored database fit to serve, before any server starts: end sessions and codes, and compare payouts with the signer.',
    example: 'after-restore --to 2026-11-28T09:30:00Z --addresses 1000',
    options: {
      to: { value: 'time', isRequired: true, description: 'The moment that the database was restored to' },
      addresses: {
        value: 'count',
        isRequired: true,
        description: 'More than the deposit addresses that were given out since: so many are skipped, nobody gets them',
      },
    },
    execute: (services, { to, addresses, operator }) => afterRestore(services, { to, addresses }, operator),
  }),
  defineCommand({
    name: 'book-payout',
    group,
    summary: 'Book a payout that was signed and that the restored database does not know; two operators have to.',
    example:
      'book-payout ctx_01hqxyz0000000000000000000 --customer mei@demo.example --why "Address and mail of the day"',
    arguments: { payout: { description: 'Id of the payout (ctx_…), as after-restore and alerts list it' } },
    options: {
      customer: { value: 'customer', isRequired: true, description: 'E-mail address or id of whose payout it was' },
      why: { value: 'text', isRequired: true, description: 'How you know, for the audit log' },
    },
    execute: (services, { payout, customer, why, operator }) =>
      approveBooking(services, payout, { customer, why }, operator),
  }),
];
