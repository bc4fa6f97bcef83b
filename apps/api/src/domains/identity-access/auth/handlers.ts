import { SceneType } from '@wusd/api-sdk/domain';
import { transact } from '../../../platform/database/database.ts';
import type { Caller, Client, Handlers } from '../../../platform/contract/operations.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { consumeRateLimitByAddress } from '../../../platform/security/rate-limits.ts';
import { fulfillAll, createBatcher } from '../../../platform/batcher.ts';
import { findCustomer } from '../../../commands/customers.ts';
import { readMfaHeader } from '../../../commands/mfa-header.ts';
import { verifyChecks } from '../../../commands/verify-checks.ts';
import { consumeChallenge } from '../../../commands/challenge-tries.ts';
import { scenes } from '../../../commands/scenes.ts';
import { offersOf, openChallenge } from '../../../commands/challenges.ts';
import type { Services } from '../../services.ts';
import { checkCredentials } from './credentials.ts';
import { firstSignInHmac } from '../registration/first-sign-in.ts';
import { checkPasskey, openPasskeySignIn } from './passkey-grant.ts';
import { deviceHash, rememberDevice } from '../../../commands/known-devices.ts';
import { type Origin, originOf } from '../../../platform/security/origin.ts';
import { endSession, findSessions, openSession, refresh, type Tokens } from './sessions.ts';

export function authHandlers(services: Services): Handlers {
  const { settings, db, clock, vault, notifier, gateways } = services;

  function requireClient(clientId: string): void {
    if (clientId !== settings.clientId)
      throw new AppError('INVALID_REQUEST', { field: '/body/client_id', reasonCode: 'unknown-client' });
  }

  async function passwordGrant(payload: string | undefined, client: Client, origin: Origin): Promise<Tokens> {
    if (payload === undefined) throw new AppError('INVALID_REQUEST', { field: '/body/payload', reasonCode: 'missing' });
    const mfa = readMfaHeader(client.headers['x-mfa']);
    const { customer, browserKey } = await checkCredentials(services, payload, origin);
    // An activation challenge is bound to the browser that registered, any other challenge to the device that opened
    // it.
    const bound =
      browserKey === undefined ? { device: origin.device } : { bodyHmac: firstSignInHmac(vault, customer, browserKey) };
    const claim = { scene: SceneType.LOGIN, customerId: customer.id, ...bound, origin: () => origin };
    const { id } = await verifyChecks(services, mfa, claim);

    return openSignedIn(customer.id, id, origin);
  }

  async function passkeyGrant(client: Client, origin: Origin): Promise<Tokens> {
    const mfa = readMfaHeader(client.headers['x-mfa']);
    const customer = await checkPasskey(services, mfa, origin);
    return openSignedIn(customer.id, mfa.challengeId ?? '', origin);
  }

  /** Consumes a proved challenge and opens a session. */
  async function openSignedIn(customerId: string, challengeId: string, origin: Origin): Promise<Tokens> {
    const tokens = await transact(db, async (trx) => {
      await consumeChallenge(trx, clock, challengeId);
      if (origin.isNamed) await rememberDevice(trx, clock, customerId, deviceHash(vault, customerId, origin.device));
      return openSession(trx, services, customerId, origin);
    });
    await notifier.send(customerId);
    return tokens;
  }

  return {
    async login({ body, client }) {
      requireClient(body.client_id);
      const origin = originOf(client, body.device);
      const { customer } = await checkCredentials(services, body.payload, origin);
      const { id, expiresAt } = await openChallenge(db, services, {
        scene: SceneType.LOGIN,
        customerId: customer.id,
        device: origin.device,
      });
      const checks = offersOf(scenes[SceneType.LOGIN].groups, customer).flat();
      return { challengeId: id, checks, expiresAt: expiresAt.toISOString() };
    },

    async createPasskeySignInOptions({ body, client }) {
      requireClient(body.client_id);
      return openPasskeySignIn(services, originOf(client, body.device));
    },

    async createToken({ body, client }) {
      requireClient(body.client_id);
      if (body.grant_type === 'password') return passwordGrant(body.payload, client, originOf(client, body.device));
      if (body.grant_type === 'passkey') return passkeyGrant(client, originOf(client, body.device));
      if (body.refresh_token === undefined)
        throw new AppError('INVALID_REQUEST', { field: '/body/refresh_token', reasonCode: 'missing' });
      await consumeRateLimitByAddress(services, 'refresh', client.ip, 600, 60);
      return refresh(services, body.refresh_token);
    },

    async getAuthUser({ caller }) {
      const customer = await findCustomer(db, vault, caller.customerId);
      if (!customer) throw new AppError('SESSION_REVOKED');
      return {
        email: customer.email,
        scopes: [...caller.scopes],
        networks: [...gateways.networks],
        accountType: customer.accountType,
        identityStatus: customer.identityStatus,
        lastEventId: customer.eventSeq,
      };
    },

    async logout({ caller, setHeader }) {
      await endSession(services, caller.sessionId);
      // Clears only cached responses: the client removes its storage entries itself.
      setHeader('clear-site-data', '"cache"');
      await notifier.send(caller.customerId);
      return null;
    },
  };
}

/**
 * Creates a function that authenticates bearer tokens (RFC 6750). The function throws AppError ACCESS_TOKEN_INVALID.
 * Only for get-auth-user it throws SESSION_REVOKED if the session was revoked.
 */
export function createAuthenticate(services: Services): (client: Client, operationId: string) => Promise<Caller> {
  const findSession = createBatcher({
    execute: async (tokens: string[]) => fulfillAll(await findSessions(services, tokens)),
    maxBatchSize: 100,
    concurrency: 2,
  });
  return async (client, operationId) => {
    const token = /^Bearer ([\w-]{20,100})$/.exec(client.headers.authorization ?? '')?.[1];
    const session = token === undefined ? undefined : await findSession(token);
    if (session === 'revoked' && operationId === 'getAuthUser') throw new AppError('SESSION_REVOKED');
    if (session === undefined || session === 'revoked') throw new AppError('ACCESS_TOKEN_INVALID');
    return session;
  };
}
