import type { OperatorCommand } from './command.ts';
import { bankTransferCommands } from './commands/bank-transfers.ts';
import { customerCommands } from './commands/customers.ts';
import { decisionCommands } from './commands/decisions.ts';
import { maintenanceCommands } from './commands/maintenance.ts';
import { queueCommands } from './commands/queues.ts';
import { restoreCommands } from './commands/restore.ts';
import { gasCommands } from './commands/gas.ts';
import { payoutHoldCommands } from './commands/payout-holds.ts';
import { supplyCommands } from './commands/supply.ts';

/** All operator commands. The parser and the help are built from this table. */
export const operatorCommands: readonly OperatorCommand[] = [
  ...queueCommands,
  ...decisionCommands,
  ...bankTransferCommands,
  ...supplyCommands,
  ...gasCommands,
  ...payoutHoldCommands,
  ...customerCommands,
  ...maintenanceCommands,
  ...restoreCommands,
];
