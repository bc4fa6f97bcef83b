// What operators do, on the services that the server itself uses, and written to the audit log with who did it.
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runOperatorCommand, usage } from './domains/operators/commands.ts';
import { Failure } from './http/failure.ts';
import { openServices } from './open-services.ts';
import { readSettings, SettingsError } from './settings.ts';

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
  } else {
    const opened = await openServices({ settings: readSettings(process.env), dataFolder });
    try {
      const operator = values.operator ?? userInfo().username;
      console.log(
        await runOperatorCommand(opened.services, positionals, {
          reason: values.reason,
          why: values.why,
          to: values.to,
          line: values.line,
          operator,
        }),
      );
    } finally {
      await opened.close();
    }
  }
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}

function explain(error: unknown): unknown {
  if (error instanceof Failure && error.errorName === 'MOVE_NOT_ALLOWED') {
    const moves = (error.details.nextMoves ?? []).map(({ to, who }) => `${to} (${who})`);
    return `That can't be done now. What can: ${moves.join(', ') || 'nothing'}.`;
  }
  return error instanceof SettingsError || error instanceof TypeError || error instanceof RangeError
    ? error.message
    : error;
}
