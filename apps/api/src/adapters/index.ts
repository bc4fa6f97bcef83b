import { readFileSync } from 'node:fs';
import { systemClock } from '../clock.ts';
import type { BlobPort, FileScanPort, NetworkId, Outside } from '../ports/index.ts';
import type { Settings } from '../settings.ts';
import { createBanks, type FileBank } from './banks/index.ts';
import { createFolder } from './banks/folder.ts';
import type { BankSettings } from './banks/settings.ts';
import { createSftp } from './banks/sftp.ts';
import { createBlobs } from './blobs/index.ts';
import { createClamd } from './clamd.ts';
import { createIdentityProvider } from './identity-provider.ts';
import { createEvmNetworks } from './evm/index.ts';
import { type NetworkAdapter, routeNetworks } from './networks.ts';
import { createRates } from './rates.ts';
import { createRecaptcha } from './recaptcha.ts';
import { createScreening } from './screening.ts';
import { createSmsGateway } from './sms-gateway.ts';
import { createSmtp } from './smtp.ts';

/** The outside world in production. A network without an adapter is not offered, and no more is a bank. */
export function createOutside(settings: Settings): Outside {
  const evm = evmNetworks(settings);
  return {
    networks: [...evm.keys()],
    partners: settings.banks.map(({ id, name, country, account }) => ({ id, name, country, account })),
    mail: createSmtp(settings),
    sms: createSmsGateway(settings),
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
  if ('folder' in exchange) return { ...partner, files: createFolder(exchange.folder) };
  const { privateKeyFile, ...sftp } = exchange.sftp;
  return { ...partner, restMs: 60_000, files: createSftp({ ...sftp, privateKey: readFileSync(privateKeyFile) }) };
}

/** Networks that work as Ethereum does and have a node, whatever stands for the others. */
function evmNetworks({ evm, evmPayoutKey, retiredEvmPayoutKeys }: Settings): Map<NetworkId, NetworkAdapter> {
  return evm && evmPayoutKey !== undefined ? createEvmNetworks(evm, evmPayoutKey, retiredEvmPayoutKeys) : new Map();
}

/** In test mode: nodes where there are any, beside the simulators of the rest. */
export function withNodes(simulated: Outside, settings: Settings): Outside {
  return { ...simulated, ...routeNetworks(evmNetworks(settings), simulated) };
}
