import cors from '@fastify/cors';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { checkDatabase } from './database/readiness.ts';
import { authHandlers, createAuthenticate } from './domains/auth/handlers.ts';
import { configHandlers } from './domains/config/handlers.ts';
import { feedbackHandlers } from './domains/feedback/handlers.ts';
import { historyHandlers } from './domains/history/handlers.ts';
import { identityHandlers } from './domains/identity/handlers.ts';
import { actHandlers, type Acts } from './domains/mfa/acts.ts';
import { mfaHandlers } from './domains/mfa/handlers.ts';
import { otcActs } from './domains/otc/acts.ts';
import { autoRedemptionActs, autoRedemptionHandlers } from './domains/auto-redemption/handlers.ts';
import { bankAccountActs } from './domains/bank-accounts/acts.ts';
import { bankAccountHandlers } from './domains/bank-accounts/handlers.ts';
import { blockchainAddressActs } from './domains/blockchain-addresses/acts.ts';
import { blockchainAddressHandlers } from './domains/blockchain-addresses/handlers.ts';
import { cryptoActs } from './domains/crypto/acts.ts';
import { cryptoHandlers } from './domains/crypto/handlers.ts';
import { fiatActs } from './domains/fiat/acts.ts';
import { fiatHandlers } from './domains/fiat/handlers.ts';
import { otcHandlers } from './domains/otc/handlers.ts';
import { passwordHandlers } from './domains/password/handlers.ts';
import { registrationHandlers } from './domains/registration/handlers.ts';
import { securityActs } from './domains/security/acts.ts';
import { securityHandlers } from './domains/security/handlers.ts';
import type { Services } from './domains/services.ts';
import { walletAccountHandlers } from './domains/wallet-accounts/handlers.ts';
import { createStreamHub } from './events/stream.ts';
import { type Handlers, mountContract } from './http/contract.ts';
import { installDrain } from './http/drain.ts';
import { createProtocolErrors } from './http/protocol-errors.ts';
import { Failure } from './http/failure.ts';
import { createRefusal, installErrorHandling } from './http/envelope.ts';
import { installHeaders } from './http/headers.ts';
import { serveReference } from './http/reference.ts';
import { installForms } from './http/uploads.ts';
import { serializersWhenNeeded } from './http/serializers.ts';
import { validatorsWhenNeeded } from './http/validators.ts';
import { serveWeb } from './http/web.ts';
import { take, takeByAddress } from './security/throttle.ts';

export interface AppOptions {
  services: Services;
  /** What customers can do, each once it was reviewed. @default those of the domains */
  acts?: Acts;
  /** The sandbox's operations, test mode only. */
  sandboxHandlers: Handlers;
  /** Folder of the built web app; none serves the API alone. */
  webRoot: string | undefined;
}

const bodyLimit = 64 * 1024;

/** The whole HTTP surface of one node. */
export async function createApp({
  services,
  acts = {
    ...securityActs(services),
    ...otcActs(services),
    ...bankAccountActs(services),
    ...blockchainAddressActs(services),
    ...cryptoActs(services),
    ...fiatActs(services),
    ...autoRedemptionActs(services),
  },
  sandboxHandlers,
  webRoot,
}: AppOptions): Promise<FastifyInstance> {
  const { settings, db, clock, wakeUps } = services;
  const { timeLimits } = settings;
  const loggerInstance: FastifyBaseLogger = services.log;
  const protocolErrors = createProtocolErrors(clock);
  const app = Fastify({
    loggerInstance,
    bodyLimit,
    schemaController: { compilersFactory: { buildSerializer: serializersWhenNeeded } },
    requestTimeout: timeLimits.requestMs,
    connectionTimeout: timeLimits.inactiveMs,
    keepAliveTimeout: timeLimits.keepAliveMs,
    http: {
      requireHostHeader: false,
      headersTimeout: timeLimits.headersMs,
      // How exactly Node holds both limits.
      connectionsCheckingInterval: Math.max(10, Math.min(timeLimits.requestMs, timeLimits.headersMs, 10_000) / 5),
    },
    clientErrorHandler: protocolErrors.clientErrorHandler,
    trustProxy: (_address, hop) => hop < settings.trustedProxies,
    routerOptions: { maxParamLength: 200 },
    // An address that is too long, or no address: nothing is there.
    frameworkErrors: (_error, request, reply) => void createRefusal(clock)(request, reply, new Failure('NOT_FOUND')),
  });

  app.setValidatorCompiler(validatorsWhenNeeded());

  installHeaders(app);
  // Tokens travel in a header that only scripts of these origins may send; there are no cookies, so no credentials.
  if (settings.allowedOrigins.length > 0) {
    await app.register(cors, {
      origin: settings.allowedOrigins,
      methods: ['GET', 'POST', 'PUT', 'DELETE'],
      allowedHeaders: ['accept-language', 'authorization', 'content-type', 'last-event-id', 'x-mfa'],
      exposedHeaders: ['content-disposition', 'retry-after'],
      maxAge: 600,
    });
  }
  installErrorHandling(app, clock);
  protocolErrors.install(app);
  await installForms(app);

  // The contract answers with these types and accepts them nowhere.
  app.addContentTypeParser(
    ['text/event-stream', 'application/pdf', 'text/csv', 'image/jpeg', 'image/png'],
    (_request: unknown, _payload: unknown, done: (error: Error) => void) => done(new Failure('UNSUPPORTED_MEDIA_TYPE')),
  );

  const streams = createStreamHub(services);
  // Before Fastify waits for open connections: streams would keep it waiting.
  app.addHook('preClose', async () => streams.close());
  installDrain(app, timeLimits.drainMs);

  await mountContract(app, {
    clock,
    handlers: {
      ...configHandlers(services),
      ...authHandlers(services),
      ...identityHandlers(services),
      ...mfaHandlers(services),
      ...registrationHandlers(services),
      ...passwordHandlers(services),
      ...securityHandlers(services),
      ...walletAccountHandlers(services),
      ...otcHandlers(services),
      ...historyHandlers(services),
      ...cryptoHandlers(services),
      ...fiatHandlers(services),
      ...autoRedemptionHandlers(services),
      ...bankAccountHandlers(services),
      ...blockchainAddressHandlers(services),
      ...feedbackHandlers(services),
      ...actHandlers(services, acts),
      openEventStream: async ({ caller, request, reply }) => {
        await streams.open(caller, request, reply);
        return '';
      },
      ...sandboxHandlers,
    },
    requirePerson: async ({ query, ip }, action) => {
      const { recaptchaToken = '' } = query as { recaptchaToken?: string };
      if (recaptchaToken === '' || !(await services.outside.captcha.verify(recaptchaToken, action, ip)))
        throw new Failure('CAPTCHA_FAILED');
    },
    // A customer by who they are, wherever they are; anybody else by where they are.
    admitUpload: ({ ip }, caller) =>
      caller === undefined
        ? takeByAddress(services, 'upload', ip, 20, 60 * 60)
        : take(services, `upload:${caller.customerId}`, 20, 60 * 60),
    authenticate: createAuthenticate(services),
    isHidden: (path) => settings.mode === 'production' && path.startsWith('/sandbox/'),
  });

  if (settings.mode === 'test') serveReference(app);
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const database = await checkDatabase(db, timeLimits.readinessMs);
    const isReady = database === 'ok';
    return reply.status(isReady ? 200 : 503).send({
      status: isReady ? 'ready' : 'not ready',
      database,
      // Without it the node is ready all the same: it polls.
      listen: wakeUps.state(),
    });
  });
  if (webRoot !== undefined) await serveWeb(app, webRoot, settings.recaptchaKey);
  return app;
}
