import { addressOfKey } from '@wusd/payouts/evm/signer';
import { openSigningKey } from '@wusd/payouts/keys/open-key';
import { createKeySource, createNetworks } from '@wusd/payouts/open-networks';
import { SettingsError } from '@wusd/server-kit/environment';
import { createLogger } from '@wusd/server-kit/logging';
import { shutDownOnSignal } from '@wusd/server-kit/shut-down';
import { networkNameOf } from '@wusd/server-kit/registry/networks';
import { openDatabase } from './database/database.ts';
import { verifyLog } from './database/signature-log.ts';
import { startSigner } from './server.ts';
import { renderHelp } from '@wusd/server-kit/settings/render';
import { signerSettings } from './setting-definitions.ts';
import { readSettings, type SignerSettings } from './settings.ts';

const commands: Record<string, (settings: SignerSettings) => Promise<void>> = {
  async serve(settings) {
    const log = createLogger(settings);
    const signer = await startSigner({ settings, log });
    console.log(`The signer is ready: ${signer.url}`);
    shutDownOnSignal(log, () => signer.close());
  },

  /** Prints the payout address of each network, and the gas account. These addresses need tokens or native coins. */
  async addresses({ networks, payoutKeys, treasuryKeys, kmsCredentials }) {
    for (const [networkId, open] of createNetworks(networks, createKeySource(payoutKeys, kmsCredentials))) {
      const { payouts } = await open();
      console.log(`${networkNameOf(networkId).padEnd(14)}${await payouts.sender(networkId)}`);
    }
    if (!treasuryKeys) return;
    const gas = await openSigningKey(treasuryKeys.gas, 'secp256k1', { aws: kmsCredentials });
    console.log(`${'Gas account'.padEnd(14)}${addressOfKey(gas)}`);
  },

  /** Verifies the signature log. Exits with 3 if it is not intact. */
  async 'verify-log'({ databaseUrl }) {
    const db = await openDatabase(databaseUrl);
    try {
      const { broken, last } = await verifyLog(db);
      console.log(
        broken === undefined
          ? `The log is whole. Its last row is ${last.position}, digest ${last.digest}.`
          : `The log was changed: row ${broken} does not follow from the row before it.`,
      );
      process.exitCode = broken === undefined ? 0 : 3;
    } finally {
      await db.destroy();
    }
  },
};

const [name = 'serve'] = process.argv.slice(2);
if (name === '--help') {
  const usage = `Usage: npm run signer [-- ${Object.keys(commands).join(' | ')} | --help]\n\nSigns payouts.`;
  console.log(renderHelp(usage, signerSettings));
  process.exit(0);
}
try {
  const command = commands[name];
  if (!command) throw new SettingsError(`There is no command ${name}. Commands: ${Object.keys(commands).join(', ')}`);
  await command(readSettings(process.env));
} catch (error) {
  console.error(error instanceof SettingsError ? error.message : error);
  process.exit(1);
}
