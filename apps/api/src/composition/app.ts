import cors from '@fastify/cors';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { checkDatabase } from '../platform/database/readiness.ts';
import { authHandlers, createAuthenticate } from '../domains/identity-access/auth/handlers.ts';
import { configHandlers } from '../domains/config/handlers.ts';
import { feedbackHandlers } from '../domains/support/feedback/handlers.ts';
import { notificationHandlers } from '../domains/notifications/handlers.ts';
import { historyHandlers } from '../domains/history/handlers.ts';
import { statementHandlers } from '../domains/history/statements/handlers.ts';
import { identityHandlers } from '../domains/identity-access/identity/handlers.ts';
import { verificationHandlers } from '../domains/identity-access/verification/handlers.ts';
import { commandHandlers } from '../commands/command-handlers.ts';
import type { Commands } from '../commands/command.ts';
import { codeHandlers } from '../commands/code-handlers.ts';
import { otcCommands } from '../domains/exchange/otc/commands.ts';
import { autoRedemptionCommands } from '../domains/exchange/auto-redemption/commands.ts';
import { autoRedemptionHandlers } from '../domains/exchange/auto-redemption/handlers.ts';
import { bankAccountCommands } from '../domains/destinations/bank-accounts/commands.ts';
import { bankAccountHandlers } from '../domains/destinations/bank-accounts/handlers.ts';
import { blockchainAddressCommands } from '../domains/destinations/blockchain-addresses/commands.ts';
import { blockchainAddressHandlers } from '../domains/destinations/blockchain-addresses/handlers.ts';
import { cryptoCommands } from '../domains/transfers/crypto/commands.ts';
import { cryptoHandlers } from '../domains/transfers/crypto/handlers.ts';
import { fiatCommands } from '../domains/transfers/fiat/commands.ts';
import { fiatHandlers } from '../domains/transfers/fiat/handlers.ts';
import { otcHandlers } from '../domains/exchange/otc/handlers.ts';
import { passwordHandlers } from '../domains/identity-access/password/handlers.ts';
import { registrationHandlers } from '../domains/identity-access/registration/handlers.ts';
import { securityCommands } from '../domains/identity-access/security/commands.ts';
import { passkeyCommands, passkeyHandlers } from '../domains/identity-access/security/passkey-commands.ts';
import { securityHandlers } from '../domains/identity-access/security/handlers.ts';
import type { ServerServices } from './open-services.ts';
import { walletAccountHandlers } from '../domains/wallet/accounts/handlers.ts';
import { createStreamHub } from '../platform/http/event-streams.ts';
import { mountContract } from '../platform/http/contract-routes.ts';
import type { Handlers } from '../platform/contract/operations.ts';
import { installDrain } from '../platform/http/drain.ts';
import { createProtocolErrors } from '../platform/http/protocol-errors.ts';
import { AppError } from '../platform/errors/app-error.ts';
import { createRefusal, installErrorHandling } from '../platform/http/envelope.ts';
import { installHeaders } from '../platform/http/headers.ts';
import { serveReference } from '../platform/http/reference.ts';
import { installHttpTelemetry } from '../platform/http/telemetry.ts';
import { installForms } from '../platform/http/uploads.ts';
import { serializersWhenNeeded } from '../platform/http/serializers.ts';
import { validatorsWhenNeeded } from '../platform/http/validators.ts';
import { serveWeb } from '../platform/http/web.ts';
import { consumeRateLimit, consumeRateLimitByAddress } from '../platform/security/rate-limits.ts';
import * as v from 'valibot';

export interface AppOptions {
  services: ServerServices;
  /** Commands of customers. @default the commands of all domains */
  commands?: Commands;
  /** Handlers of the sandbox; empty in production. */
  sandboxHandlers: Handlers;
  /** Folder of the built web app. Undefined serves only the API. */
  webRoot: string | undefined;
}

const bodyLimit = 64 * 1024;

/** Creates the HTTP server of one node: the contract, health checks and the web app. */
export async function createApp({
  services,
  commands = {
    ...securityCommands(services),
    ...passkeyCommands(services),
    ...otcCommands(services),
    ...bankAccountCommands(services),
    ...blockchainAddressCommands(services),
    ...cryptoCommands(services),
    ...fiatCommands(services),
    ...autoRedemptionCommands(services),
  },
  sandboxHandlers,
  webRoot,
}: AppOptions): Promise<FastifyInstance> {
  const { settings, db, clock, notifier } = services;
  const { timeLimits } = settings;
  const loggerInstance: FastifyBaseLogger = services.log;
  const protocolErrors = createProtocolErrors(clock);
  const app = Fastify({
    loggerInstance,
    bodyLimit,
    schemaController: { compilersFactory: { buildSerializer: serializersWhenNeeded } },
    requestTimeout: timeLimits.requestMs,
    connectionTimeout: timeLimits.inactiveMs,
    // A call that arrives while the node stops is answered normally, and then its connection is closed.
    return503OnClosing: false,
    keepAliveTimeout: timeLimits.keepAliveMs,
    http: {
      requireHostHeader: false,
      headersTimeout: timeLimits.headersMs,
      // Interval at which Node checks both limits.
      connectionsCheckingInterval: Math.max(10, Math.min(timeLimits.requestMs, timeLimits.headersMs, 10_000) / 5),
    },
    clientErrorHandler: protocolErrors.clientErrorHandler,
    trustProxy: (_address, hop) => hop < settings.trustedProxies,
    routerOptions: { maxParamLength: 200 },
    // Raised for URLs that are malformed or too long.
    frameworkErrors: (_error, request, reply) => void createRefusal(clock)(request, reply, new AppError('NOT_FOUND')),
  });

  installHttpTelemetry(app);
  app.setValidatorCompiler(validatorsWhenNeeded);

  installHeaders(app);
  // Tokens are sent in a header, which only scripts of these origins may set. No cookie is a credential.
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

  // The contract uses these types in responses only.
  app.addContentTypeParser(
    ['text/event-stream', 'application/pdf', 'text/csv', 'image/jpeg', 'image/png'],
    (_request: unknown, _payload: unknown, done: (error: Error) => void) =>
      done(new AppError('UNSUPPORTED_MEDIA_TYPE')),
  );

  const streams = createStreamHub(services);
  const drain = installDrain(app, { ...timeLimits, endStreams: () => streams.close() });

  await mountContract(app, {
    clock,
    handlers: {
      ...configHandlers(services),
      ...authHandlers(services),
      ...identityHandlers(services),
      ...verificationHandlers(services),
      ...codeHandlers(services),
      ...registrationHandlers(services),
      ...passwordHandlers(services),
      ...securityHandlers(services),
      ...passkeyHandlers(services),
      ...walletAccountHandlers(services),
      ...otcHandlers(services),
      ...historyHandlers(services),
      ...statementHandlers(services),
      ...cryptoHandlers(services),
      ...fiatHandlers(services),
      ...autoRedemptionHandlers(services),
      ...bankAccountHandlers(services),
      ...blockchainAddressHandlers(services),
      ...notificationHandlers(services),
      ...feedbackHandlers(services),
      ...commandHandlers(services, commands),
      ...sandboxHandlers,
    },
    streams: {
      openEventStream: async (caller, request, reply) => {
        await streams.open(caller, request, reply);
        return reply;
      },
    },
    verifyCaptcha: async ({ query, ip }, action) => {
      const sent = v.safeParse(v.object({ recaptchaToken: v.pipe(v.string(), v.nonEmpty()) }), query);
      if (!sent.success || !(await services.gateways.captcha.verify(sent.output.recaptchaToken, action, ip)))
        throw new AppError('CAPTCHA_FAILED');
    },
    // Counts uploads of customers by account, and others by IP address.
    admitUpload: ({ ip }, caller) =>
      caller === undefined
        ? consumeRateLimitByAddress(services, 'upload', ip, 20, 60 * 60)
        : consumeRateLimit(services, `upload:${caller.customerId}`, 20, 60 * 60),
    authenticate: createAuthenticate(services),
    isHidden: (path) => settings.mode === 'production' && path.startsWith('/sandbox/'),
  });

  if (settings.mode === 'test') serveReference(app);
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const database = await checkDatabase(db, timeLimits.readinessMs);
    const isReady = database === 'ok' && !drain.isStopping();
    return reply.status(isReady ? 200 : 503).send({
      status: isReady ? 'ready' : drain.isStopping() ? 'stopping' : 'not ready',
      database,
      // A node without LISTEN is ready too, because it polls.
      listen: notifier.state(),
    });
  });
  if (webRoot !== undefined)
    await serveWeb(app, { root: webRoot, mode: settings.mode, recaptchaKey: settings.recaptchaKey });
  return app;
}
