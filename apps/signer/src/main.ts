import { createLogger } from '@wusd/server-kit/logging';
import { startSigner } from './server.ts';
import { readSettings, SettingsError } from './settings.ts';

try {
  const settings = readSettings(process.env);
  const log = createLogger(settings);
  const signer = await startSigner({ settings, log });
  const shutDown = async (reason: string): Promise<void> => {
    log.info({ reason }, 'shutting down');
    // A hanging shutdown must end. What was answered is committed.
    setTimeout(() => process.exit(1), 10_000).unref();
    await signer.close();
    process.exit(0);
  };
  process.once('SIGINT', () => void shutDown('SIGINT'));
  process.once('SIGTERM', () => void shutDown('SIGTERM'));
} catch (error) {
  console.error(error instanceof SettingsError ? error.message : error);
  process.exit(1);
}
