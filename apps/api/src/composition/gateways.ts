import { readFileSync } from 'node:fs';
import { systemClock } from '../platform/clock.ts';
import type { BlobPort, Gateways } from '../gateways/ports.ts';
import type { NetworkId } from '../platform/registry/networks.ts';
import type { FileScanPort } from '../platform/files/scanner.ts';
import type { Settings } from './settings.ts';
import { createBanks, type FileBank } from '../gateways/banks/index.ts';
import { createFolderStore } from '../gateways/banks/folder.ts';
import type { BankSettings } from '../gateways/banks/settings.ts';
import { createSftpStore } from '../gateways/banks/sftp.ts';
import { createBlobs } from '../gateways/blobs/index.ts';
import { createClamd } from '../gateways/clamd.ts';
import { createIdentityProvider } from '../gateways/identity-provider.ts';
import { createEvmNetworks } from '../gateways/evm/index.ts';
import { type NetworkAdapter, routeNetworks } from '../gateways/networks.ts';
import { createRates } from '../gateways/rates.ts';
import { createRecaptcha } from '../gateways/recaptcha.ts';
import { createScreening } from '../gateways/screening.ts';
import { createSmsGateway } from '../gateways/sms-gateway.ts';
import { createSmtp } from '../gateways/smtp.ts';

/** The outside world in production. A network without an adapter is not offered, and no more is a bank. */
export function createGateways(settings: Settings): Gateways {
  const evm = evmNetworks(settings);
  return {
    networks: [...evm.keys()],
    partners: settings.banks.map(({ id, name, country, account }) => ({ id, name, country, account })),
    mail: createSmtp({ url: settings.smtpUrl ?? '', from: settings.mailFrom }),
    sms: createSmsGateway({ url: settings.smsGatewayUrl ?? '', token: settings.smsGatewayToken ?? '' }),
    ...routeNetworks(evm),
    screening: createScreening({ url: settings.screeningUrl ?? '', token: settings.screeningToken }),
    bank: createBanks(settings.banks.map(openBank), systemClock),
    blobs: settings.blobs ? createBlobs(settings.blobs) : noBlobs,
    scanner: settings.clamd ? createClamd(settings.clamd) : noScanner,
    captcha: createRecaptcha({ secret: settings.recaptchaSecret, url: settings.recaptchaVerifyUrl }),
    ...(settings.ratesUrl !== undefined && {
      rates: createRates({ url: settings.ratesUrl, token: settings.ratesToken, clock: systemClock }),
    }),
    ...(settings.identityUrl !== undefined && {
      identity: createIdentityProvider({ url: settings.identityUrl, token: settings.identityToken }),
    }),
  };
}

/** Without banks nobody has anything to attach. */
const noBlobs: BlobPort = {
  put: () => Promise.reject(new Error('WUSD_BLOBS is not set')),
  get: async () => undefined,
};

/** Production does not start without one. */
const noScanner: FileScanPort = { scan: () => Promise.reject(new Error('WUSD_CLAMD_URL is not set')) };

function openBank({ exchange, ...partner }: BankSettings): FileBank {
  if ('folder' in exchange) return { ...partner, files: createFolderStore(exchange.folder) };
  const { privateKeyFile, ...sftp } = exchange.sftp;
  return { ...partner, pauseMs: 60_000, files: createSftpStore({ ...sftp, privateKey: readFileSync(privateKeyFile) }) };
}

/** Networks that work as Ethereum does and have a node, whatever stands for the others. */
function evmNetworks({ evm, evmPayoutKey, retiredEvmPayoutKeys }: Settings): Map<NetworkId, NetworkAdapter> {
  return evm && evmPayoutKey !== undefined ? createEvmNetworks(evm, evmPayoutKey, retiredEvmPayoutKeys) : new Map();
}

/** In test mode: nodes where there are any, beside the simulators of the rest. */
export function withEvmNodes(simulated: Gateways, settings: Settings): Gateways {
  return { ...simulated, ...routeNetworks(evmNetworks(settings), simulated) };
}
