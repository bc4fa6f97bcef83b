import { setTimeout as pause } from 'node:timers/promises';
import { type Clock, systemClock } from '@wusd/server-kit/clock';
import type { Logger } from '@wusd/server-kit/logging';
import { createKeySource, createNetworks, familyCurves, type KeySource } from '@wusd/payouts/open-networks';
import { networkFamilies } from '@wusd/server-kit/registry/networks';
import { routeNetworks } from '@wusd/payouts/networks';
import { PayoutRejected } from '@wusd/payouts/payout-port';
import { signRequest, type SignerKeys } from '@wusd/payouts/signer-protocol';
import fastify, { type FastifyError } from 'fastify';
import * as v from 'valibot';
import { openDatabase } from './database/database.ts';
import { createDestinationScan } from './destinations.ts';
import { openProductReader } from './ordered-payouts.ts';
import type { SignerSettings } from './settings.ts';
import { type SignerServices, signPayout } from './sign-payout.ts';

export interface RunningSigner {
  /** Base URL, e.g. `https://127.0.0.1:8443`. */
  url: string;
  services: SignerServices;
  close(): Promise<void>;
}

export interface SignerOptions {
  settings: SignerSettings;
  log: Logger;
  clock?: Clock;
  /** In place of the adapters of the settings' networks. */
  payouts?: SignerServices['payouts'];
}

/** Between two scans for new destinations. */
const scanEveryMs = 30_000;

/** Starts the signer: its database, the scan for new destinations, and the server, which only clients with a certificate reach. */
export async function startSigner({
  settings,
  log,
  clock = systemClock,
  payouts,
}: SignerOptions): Promise<RunningSigner> {
  const db = await openDatabase(settings.databaseUrl, log);
  const product = openProductReader(settings.productDatabaseUrl, log);
  const keys = createKeySource(settings.payoutKeys, settings.kmsCredentials);
  const services: SignerServices = {
    db,
    product,
    clock,
    policy: settings.policy,
    payouts: payouts ?? routeNetworks(createNetworks(settings.networks, keys)).payouts,
  };
  const stop = new AbortController();
  const scanning = repeat(createDestinationScan(db, product, clock), log, stop.signal);
  const app = createApp(settings, services, keys, log);
  const close = async (): Promise<void> => {
    stop.abort();
    await app.close();
    await scanning;
    await product.close();
    await db.destroy();
  };
  try {
    return { url: await app.listen({ port: settings.port, host: settings.host }), services, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Scans for new destinations until the signal is aborted. */
async function repeat(scan: () => Promise<void>, log: Logger, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await scan().catch((error: unknown) => log.error({ err: error }, 'new destinations were not read'));
    await pause(scanEveryMs, undefined, { signal }).catch(() => {});
  }
}

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
    // A key that can't be opened leaves the other families as they are.
    const opened = await keys.open(family, familyCurves[family]).catch((error: unknown) => {
      log.error({ err: error, family }, 'a payout key was not opened');
    });
    if (!opened) continue;
    const hex = ({ publicKey }: { publicKey: Uint8Array }): string => Buffer.from(publicKey).toString('hex');
    answer[family] = { current: hex(opened.current), retired: opened.retired.map(hex) };
  }
  return answer;
}
