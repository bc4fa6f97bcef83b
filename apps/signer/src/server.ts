import { setTimeout as pause } from 'node:timers/promises';
import { type Clock, systemClock } from '@wusd/server-kit/clock';
import type { Logger } from '@wusd/server-kit/logging';
import { addressOfKey } from '@wusd/payouts/evm/signer';
import { KeyError } from '@wusd/payouts/keys/key-error';
import { formatKeyName } from '@wusd/payouts/keys/key-name';
import { createKeySource, createNetworks, familyCurves, type KeySource } from '@wusd/payouts/open-networks';
import { networkFamilies } from '@wusd/server-kit/registry/networks';
import { routeNetworks } from '@wusd/payouts/networks';
import { PayoutRejected } from '@wusd/payouts/payout-port';
import { signRequest, type SignerKeys } from '@wusd/payouts/signer-protocol';
import { openTreasuryKeys } from '@wusd/payouts/treasury-keys';
import { outboundSignal } from '@wusd/server-kit/outbound';
import fastify, { type FastifyError } from 'fastify';
import * as v from 'valibot';
import { openDatabase } from './database/database.ts';
import { readSignedSince } from './database/signature-log.ts';
import { createCredentialScan } from './credentials.ts';
import { createDestinationScan } from './destinations.ts';
import { openProductReader } from './ordered-payouts.ts';
import type { SignerSettings } from './settings.ts';
import { type SignerServices, signPayout } from './sign-payout.ts';
import { forgetOtherNetworks, readReport } from './treasury/report.ts';
import { createTreasury, type TreasuryServices } from './treasury/treasury.ts';

export interface RunningSigner {
  /** Base URL, e.g. `https://127.0.0.1:8443`. */
  url: string;
  services: SignerServices;
  /** Runs a treasury round; undefined if no network is swept. */
  treasury: (() => Promise<void>) | undefined;
  close(): Promise<void>;
}

export interface SignerOptions {
  settings: SignerSettings;
  log: Logger;
  clock?: Clock;
  /** Replaces the adapters of the configured networks. */
  payouts?: SignerServices['payouts'];
}

/** Interval between scans for new destinations and passkeys. */
const scanEveryMs = 30_000;
/** Interval between treasury rounds. */
const treasuryEveryMs = 60_000;

/**
 * Starts the signer: its database, the scans for new destinations and passkeys, the treasury, and the server, which
 * requires a client certificate.
 */
export async function startSigner({
  settings,
  log,
  clock = systemClock,
  payouts,
}: SignerOptions): Promise<RunningSigner> {
  const db = await openDatabase(settings.databaseUrl, log);
  const product = openProductReader(settings.productDatabaseUrl, log);
  const keys = createKeySource(settings.payoutKeys, settings.kmsCredentials);
  const adapters = routeNetworks(createNetworks(settings.networks, keys, { clock })).payouts;
  const services: SignerServices = { db, product, clock, policy: settings.policy, payouts: payouts ?? adapters };
  const treasury = await openTreasury(settings, keys, { db, product, clock, log, payouts: adapters }).catch(
    async (error: unknown) => {
      await Promise.all([product.close(), db.destroy()]);
      throw error;
    },
  );
  const stop = new AbortController();
  const start = (job: () => Promise<void>, everyMs: number, failure: string): Promise<void> =>
    repeat(job, everyMs, stop.signal, (error) => log.error({ err: error }, failure));
  const background = [
    start(createDestinationScan(db, product, clock), scanEveryMs, 'new destinations were not read'),
    start(createCredentialScan(db, product, clock, log), scanEveryMs, 'new passkeys were not read'),
    ...(treasury ? [start(treasury, treasuryEveryMs, 'a round of the treasury failed')] : []),
  ];
  const app = createApp(settings, services, keys, log);
  const close = async (): Promise<void> => {
    stop.abort();
    await app.close();
    await Promise.all(background);
    await product.close();
    await db.destroy();
  };
  try {
    return { url: await app.listen({ port: settings.port, host: settings.host }), services, treasury, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * @returns undefined if no network is swept
 * @throws KeyError if a treasury key can't be opened, or if the gas account is also a payout address
 */
async function openTreasury(
  { networks, treasuryKeys, kmsCredentials }: SignerSettings,
  payoutKeys: KeySource,
  services: Omit<TreasuryServices, 'keys'>,
): Promise<(() => Promise<void>) | undefined> {
  if (!networks.evm || !treasuryKeys) {
    await forgetOtherNetworks(services.db, []);
    return undefined;
  }
  const options = { aws: kmsCredentials, signal: outboundSignal };
  const keys = await openTreasuryKeys(treasuryKeys, networks.evm.depositKey, options);
  const { current, retired } = await payoutKeys.open('evm', familyCurves.evm);
  if ([current, ...retired].some((key) => addressOfKey(key) === addressOfKey(keys.gas)))
    throw new KeyError(
      'KEY_UNSUITABLE',
      formatKeyName(treasuryKeys.gas),
      'pays out. The gas account needs a key of its own: payouts and top-ups would use the same nonces.',
    );
  return createTreasury({ ...services, keys }, networks.evm);
}

/** Repeats a job until the signal is aborted. */
async function repeat(
  job: () => Promise<void>,
  everyMs: number,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<void> {
  while (!signal.aborted) {
    await job().catch(onError);
    await pause(everyMs, undefined, { signal }).catch(() => {});
  }
}

const position = v.pipe(v.string(), v.regex(/^\d{1,18}$/));
const reportQuery = v.object({ after: position });
const logQuery = v.object({ since: v.pipe(v.string(), v.isoTimestamp()), after: position });

function createApp({ tls, payoutKeys }: SignerSettings, services: SignerServices, keys: KeySource, log: Logger) {
  const app = fastify({
    loggerInstance: log,
    bodyLimit: 4096,
    https: {
      cert: tls.certificate,
      key: tls.key,
      ca: tls.clientCa,
      requestCert: true,
      rejectUnauthorized: true,
      minVersion: 'TLSv1.3',
    },
  });
  app.get('/v1/keys', () => readKeys(payoutKeys, keys, log));
  app.get('/v1/treasury', async (request, reply) => {
    const { success, output } = v.safeParse(reportQuery, request.query);
    return success
      ? readReport(services.db, output.after)
      : reply.code(400).send({ message: 'after must be a position' });
  });
  app.get('/v1/signatures', async (request, reply) => {
    const { success, output } = v.safeParse(logQuery, request.query);
    return success
      ? { signatures: await readSignedSince(services.db, new Date(output.since), output.after) }
      : reply.code(400).send({ message: 'since must be a time, and after a position' });
  });
  app.post('/v1/signatures', async (request, reply) => {
    const { success, output } = v.safeParse(signRequest, request.body);
    if (!success) return reply.code(400).send({ message: 'The body must be {payoutId, attempt}' });
    try {
      const signed = await signPayout(services, output);
      if (!signed) return await reply.code(404).send({ message: 'The product has not ordered this attempt' });
      log.info({ event: 'signed', ...output, hash: signed.hash }, 'signed');
      return signed;
    } catch (error) {
      if (!(error instanceof PayoutRejected)) throw error;
      const { reason, message, retryAt } = error;
      log.warn({ event: 'rejected', ...output, reason }, 'rejected');
      return reply.code(409).send({ reason, message, ...(retryAt && { retryAt: retryAt.toISOString() }) });
    }
  });
  app.setErrorHandler((error: FastifyError, _request, reply) => {
    const { statusCode = 500 } = error;
    if (statusCode < 500) return reply.code(statusCode).send({ message: 'The body must be JSON' });
    log.error({ err: error }, 'a request failed');
    return reply.code(503).send({ message: 'The signer can not sign now' });
  });
  return app;
}

async function readKeys(names: SignerSettings['payoutKeys'], keys: KeySource, log: Logger): Promise<SignerKeys> {
  const answer: SignerKeys = {};
  for (const family of networkFamilies) {
    if (!names[family]) continue;
    // A key that can't be opened does not affect the other families.
    const opened = await keys.open(family, familyCurves[family]).catch((error: unknown) => {
      log.error({ err: error, family }, 'a payout key was not opened');
    });
    if (!opened) continue;
    const hex = ({ publicKey }: { publicKey: Uint8Array }): string => Buffer.from(publicKey).toString('hex');
    answer[family] = { current: hex(opened.current), retired: opened.retired.map(hex) };
  }
  return answer;
}
