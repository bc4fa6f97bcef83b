import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SettingsError } from '@wusd/server-kit/environment';
import { createLogger } from '@wusd/server-kit/logging';
import { shutDownOnSignal } from '@wusd/server-kit/shut-down';
import { renderHelp } from '@wusd/server-kit/settings/render';
import { startTelemetry } from '@wusd/server-kit/telemetry/start-telemetry';
import { serverSettings } from './composition/setting-definitions.ts';
import { startServer } from './composition/server.ts';
import { readSettings } from './composition/settings.ts';
import { longestStopMs } from './platform/time-limits.ts';

const here = dirname(fileURLToPath(import.meta.url));
// An empty value serves only the API.
const webRoot = (process.env.WUSD_WEB_ROOT ?? join(here, '../../web/dist')) || undefined;
const dataFolder = process.env.WUSD_DATA_FOLDER ?? join(here, '../../../.data');

if (process.argv.includes('--help')) {
  console.log(renderHelp('Usage: npm start [-- --help]\n\nServes the API and the web app.', serverSettings));
  process.exit(0);
}
try {
  const settings = readSettings(process.env);
  const stopTelemetry = await startTelemetry('wusd-api', settings.telemetry);
  const server = await startServer({ settings, dataFolder, webRoot, log: createLogger(settings) });

  shutDownOnSignal(
    server.app.log,
    async () => {
      await server.close();
      await stopTelemetry();
    },
    longestStopMs(settings.timeLimits),
  );

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
