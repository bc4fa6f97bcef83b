import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SettingsError } from '@wusd/server-kit/environment';
import { createLogger } from '@wusd/server-kit/logging';
import { shutDownOnSignal } from '@wusd/server-kit/shut-down';
import { startServer } from './composition/server.ts';
import { readSettings } from './composition/settings.ts';

const here = dirname(fileURLToPath(import.meta.url));
// Empty: the API alone.
const webRoot = (process.env.WUSD_WEB_ROOT ?? join(here, '../../web/dist')) || undefined;
const dataFolder = process.env.WUSD_DATA_FOLDER ?? join(here, '../../../.data');

try {
  const settings = readSettings(process.env);
  const server = await startServer({ settings, dataFolder, webRoot, log: createLogger(settings) });

  shutDownOnSignal(server.app.log, () => server.close());

  if (settings.mode === 'test') {
    const address = `http://localhost:${new URL(server.url).port}`;
    const customers = server.demoCustomers.map(
      ({ email, password, description }) => `  ${email.padEnd(24)}${password}   ${description}`,
    );
    console.log(
      `\nWUSD Wallet is ready: ${address}\n\nDemo customers (test mode):\n${customers.join('\n')}\n\nCodes arrive in the sandbox drawer, at the top of the page. Ctrl-C ends it.\n`,
    );
  }
} catch (error) {
  console.error(error instanceof SettingsError ? error.message : error);
  process.exit(1);
}
