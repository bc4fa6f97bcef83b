// Entry point of operator commands, which use the server's services.
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openSigningKey } from '@wusd/payouts/keys/open-key';
import { outboundSignal } from '@wusd/server-kit/outbound';
import { checkConnections } from './composition/check-connections.ts';
import { openServices } from './composition/open-services.ts';
import { prepareDatabase } from './composition/prepare-database.ts';
import { readOperatorSettings } from './composition/operator-settings.ts';
import { readSettings } from './composition/settings.ts';
import type { OperatorRuntime } from './domains/operations/command.ts';
import { runOperatorCommand } from './domains/operations/run.ts';
import { type Db, openDatabase } from './platform/database/database.ts';

const here = dirname(fileURLToPath(import.meta.url));
const dataFolder = process.env.WUSD_DATA_FOLDER ?? join(here, '../../../.data');

/** Returns the name of the system user, or the uid if the user has no name, as in containers. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
}

const runtime: OperatorRuntime = {
  defaultOperator: accountName(),
  async readKeys() {
    const { operators, operatorKey } = readOperatorSettings(process.env);
    const key = operatorKey && (await openSigningKey(operatorKey, 'ed25519', { signal: outboundSignal }));
    return { directory: operators, key };
  },
  async withServices(access, work) {
    const settings = readSettings(process.env);
    // No statement timeout: reconciliation reads the whole ledger, and no customer waits for it.
    const timeLimits = { ...settings.timeLimits, statementMs: 0 };
    const opened = await openServices({ settings: { ...settings, timeLimits }, dataFolder });
    let reader: Db | undefined;
    try {
      const services = { ...opened.services };
      if (access === 'read-only' && opened.readOnlyUrl !== undefined)
        services.db = reader = openDatabase(opened.readOnlyUrl, 2);
      return await work(services);
    } finally {
      await reader?.destroy();
      await opened.close();
    }
  },
  async migrate() {
    const { stop } = await prepareDatabase(readSettings(process.env), dataFolder);
    await stop();
  },
  async checkConnections() {
    const settings = readSettings(process.env);
    return { mode: settings.mode, checks: await checkConnections(settings) };
  },
};

const { exitCode, stdout, stderr } = await runOperatorCommand(runtime, process.argv.slice(2));
if (stdout !== '') console.log(stdout);
if (stderr !== '') console.error(stderr);
process.exitCode = exitCode;
