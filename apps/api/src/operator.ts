// What operators do, on the services that the server itself uses, and written to the audit log with who did it.
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runOperatorCommand, usage } from './domains/operations/commands.ts';
import { type Db, openDatabase } from './platform/database/database.ts';
import { AppError } from './platform/errors/app-error.ts';
import { openServices } from './composition/open-services.ts';
import { prepareDatabase } from './composition/prepare-database.ts';
import { readSettings, SettingsError } from './composition/settings.ts';

const here = dirname(fileURLToPath(import.meta.url));
const dataFolder = process.env.WUSD_DATA_FOLDER ?? join(here, '../../../.data');

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      reason: { type: 'string' },
      why: { type: 'string' },
      to: { type: 'string' },
      line: { type: 'string' },
      operator: { type: 'string' },
    },
  });
  if (positionals.length === 0) {
    console.log(usage);
  } else if (positionals[0] === 'migrate') {
    const { stop } = await prepareDatabase(readSettings(process.env), dataFolder);
    await stop();
    console.log('The database is up to date.');
  } else {
    const settings = readSettings(process.env);
    // Reconciliation reads everything, and nobody's call waits for it.
    const timeLimits = { ...settings.timeLimits, statementMs: 0 };
    const opened = await openServices({ settings: { ...settings, timeLimits }, dataFolder });
    let reader: Db | undefined;
    try {
      const operator = values.operator ?? userInfo().username;
      const services = { ...opened.services };
      // A command that reads the whole ledger has no privilege to change it.
      if (positionals[0] === 'reconcile' && opened.readOnlyUrl !== undefined)
        services.db = reader = openDatabase(opened.readOnlyUrl, 2);
      console.log(
        await runOperatorCommand(services, positionals, {
          reason: values.reason,
          why: values.why,
          to: values.to,
          line: values.line,
          operator,
        }),
      );
    } finally {
      await reader?.destroy();
      await opened.close();
    }
  }
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}

function explain(error: unknown): unknown {
  if (error instanceof AppError && error.errorName === 'MOVE_NOT_ALLOWED') {
    const moves = (error.details.nextMoves ?? []).map(({ to, who }) => `${to} (${who})`);
    return `That can't be done now. What can: ${moves.join(', ') || 'nothing'}.`;
  }
  return error instanceof SettingsError || error instanceof TypeError || error instanceof RangeError
    ? error.message
    : error;
}
