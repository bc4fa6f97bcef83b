import { alertKinds, isAlertKind } from '../../../platform/alerts/alerts.ts';
import { findOverdue } from '../age-limits.ts';
import { productionChecklist } from '../checklist.ts';
import { closeAlertOf, retryJob } from '../alerts.ts';
import { defineCommand, defineOfflineCommand, type OperatorCommand, type OperatorRuntime } from '../command.ts';
import { guideNames, showGuide } from '../guides.ts';
import { reencrypt, rotateKey } from '../keys.ts';
import { reconcileAll } from '../reconcile.ts';
import { recordReconciliation } from '../reconciliation-runs.ts';
import type { CommandResult } from '../results.ts';

const group = 'Maintenance:';

const alertNames = Object.keys(alertKinds).filter((name) => isAlertKind(name));

/** Uses a read-only login, because a reconciliation reads the entire ledger and must not change it. */
const compare = (runtime: OperatorRuntime): Promise<CommandResult<'reconciliation'>> =>
  runtime.withServices('read-only', async (services) => ({
    type: 'reconciliation',
    asOf: services.clock.now(),
    ...(await reconcileAll(services)),
    overdue: await findOverdue(services),
  }));

export const maintenanceCommands: readonly OperatorCommand[] = [
  defineOfflineCommand({
    name: 'reconcile',
    group,
    summary:
      'Compare the ledger with transactions, banks and networks, and list every difference, network not compared and overdue entity.',
    example: 'reconcile',
    execute: compare,
  }),
  defineOfflineCommand({
    name: 'record-reconciliation',
    group,
    summary: 'Reconcile, and record how many differences were found, for metrics and alerts: run it every day.',
    example: 'record-reconciliation',
    async execute(runtime) {
      const found = await compare(runtime);
      await runtime.withServices('application', (services) => recordReconciliation(services, found));
      return found;
    },
  }),
  defineCommand({
    name: 'retry',
    group,
    summary: 'Retry a job that failed too often, from its first attempt.',
    example: 'retry payouts:polygon/ctx_01hqxyz0000000000000000000',
    arguments: { job: { description: 'Job as alerts lists it: <queue>/<id>' } },
    execute: (services, { job, operator }) => retryJob(services, job, operator),
  }),
  defineCommand({
    name: 'close-alert',
    group,
    summary: 'Close an alert whose cause is resolved; it opens again if the cause returns.',
    example: 'close-alert gateway-down chain:polygon',
    arguments: {
      kind: { description: 'Kind of the alert', choices: alertNames },
      entity: { description: 'Id of the entity, as alerts lists it' },
    },
    execute: (services, { kind, entity, operator }) => closeAlertOf(services, kind, entity, operator),
  }),
  defineCommand({
    name: 'rotate-key',
    group,
    summary: 'Create a new encryption key for personal data, which is used after two minutes.',
    example: 'rotate-key',
    execute: (services, { operator }) => rotateKey(services, operator),
  }),
  defineCommand({
    name: 'reencrypt',
    group,
    summary: 'Re-encrypt personal data that is encrypted under older keys.',
    example: 'reencrypt',
    execute: (services, { operator }) => reencrypt(services, operator),
  }),
  defineOfflineCommand({
    name: 'migrate',
    group,
    summary: 'Migrate the database to the latest schema, as the login of WUSD_MIGRATOR_DATABASE_URL.',
    example: 'migrate',
    async execute(runtime) {
      await runtime.migrate();
      return { type: 'database-migrated' };
    },
  }),
  defineOfflineCommand({
    name: 'check',
    group,
    summary: 'Test every connection that the settings name, and list what to confirm before production.',
    example: 'check',
    async execute(runtime) {
      const { mode, checks } = await runtime.checkConnections();
      return { type: 'connections-checked', mode, checks, checklist: mode === 'production' ? productionChecklist : [] };
    },
  }),
  defineOfflineCommand({
    name: 'guide',
    group,
    summary: 'Show how to handle a kind of work, with the commands to type.',
    example: 'guide bank-transfers',
    arguments: { topic: { description: 'Kind of work', isOptional: true, choices: guideNames } },
    execute: async (_, { topic }) => showGuide(topic),
  }),
];
