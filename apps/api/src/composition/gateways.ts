import { readFileSync } from 'node:fs';
import { type Clock, systemClock } from '@wusd/server-kit/clock';
import type { BlobPort, Gateways } from '../gateways/ports.ts';
import type { FileScanPort } from '../platform/files/scanner.ts';
import { createKeySource, createNetworks } from '@wusd/payouts/open-networks';
import { createRemoteSigner } from '@wusd/payouts/remote-signer';
import type { Settings } from './settings.ts';
import { createBanks, type FileBank } from '../gateways/banks/index.ts';
import { createFolderStore } from '../gateways/banks/folder.ts';
import type { BankSettings } from '../gateways/banks/settings.ts';
import { createSftpStore } from '../gateways/banks/sftp.ts';
import { createBlobs } from '../gateways/blobs/index.ts';
import { createClamd } from '../gateways/clamd.ts';
import { createIdentityProvider } from '../gateways/identity-provider.ts';
import { type NetworkOpener, routeNetworks } from '@wusd/payouts/networks';
import type { NetworkId } from '@wusd/server-kit/registry/networks';
import { createRates } from '../gateways/rates.ts';
import { createRecaptcha } from '../gateways/recaptcha.ts';
import { createScreening } from '../gateways/screening.ts';
import { createSmsGateway } from '../gateways/sms-gateway.ts';
import { createSmtp } from '../gateways/smtp.ts';

/** Creates the production gateways. Networks and banks without an adapter are not offered. */
export function createGateways(settings: Settings): Gateways {
  const networks = openNetworks(settings, systemClock);
  return {
    networks: [...networks.keys()],
    partners: settings.banks.map(({ id, name, country, account }) => ({ id, name, country, account })),
    mail: createSmtp({ url: settings.smtpUrl ?? '', from: settings.mailFrom }),
    sms: createSmsGateway({ url: settings.smsGatewayUrl ?? '', token: settings.smsGatewayToken ?? '' }),
    ...routeNetworks(networks),
    ...readSigner(settings),
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

function openNetworks(
  { networks, payoutKeys, kmsCredentials, signer }: Settings,
  clock: Clock,
): Map<NetworkId, NetworkOpener> {
  if (!signer) return createNetworks(networks, createKeySource(payoutKeys, kmsCredentials), { clock });
  const remote = createRemoteSigner(signer);
  return createNetworks(networks, remote, { signer: remote, clock });
}

/** Returns the signer's reports of its sweeps and of its signatures. */
function readSigner({ signer }: Settings): Pick<Gateways, 'treasury' | 'signatures'> {
  if (!signer) return {};
  const { treasury, signatures } = createRemoteSigner(signer);
  return { treasury, signatures };
}

/** For a server without banks: only bank deposits have receipts to store. */
const noBlobs: BlobPort = {
  put: () => Promise.reject(new Error('WUSD_BLOBS is not set')),
  get: async () => undefined,
};

/** Not used in production, which requires WUSD_CLAMD_URL. */
const noScanner: FileScanPort = { scan: () => Promise.reject(new Error('WUSD_CLAMD_URL is not set')) };

export function openBank({ exchange, ...partner }: BankSettings): FileBank {
  if ('folder' in exchange) return { ...partner, files: createFolderStore(exchange.folder) };
  const { privateKeyFile, ...sftp } = exchange.sftp;
  return { ...partner, pauseMs: 60_000, files: createSftpStore({ ...sftp, privateKey: readFileSync(privateKeyFile) }) };
}

/** Test mode: uses nodes for networks that have one, and simulators for all others. */
export function withNodes(simulated: Gateways, settings: Settings, clock: Clock): Gateways {
  return { ...simulated, ...routeNetworks(openNetworks(settings, clock), simulated), ...readSigner(settings) };
}
