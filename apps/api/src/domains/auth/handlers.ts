import { SceneType } from '@wusd/api-sdk/domain';
import type { FastifyRequest } from 'fastify';
import { transact } from '../../database/database.ts';
import type { Caller, Handlers } from '../../http/contract.ts';
import { Failure } from '../../http/failure.ts';
import { takeByAddress } from '../../security/throttle.ts';
import { allDone, together } from '../../together.ts';
import { findCustomer } from '../customers/customers.ts';
import { readMfaHeader } from '../mfa/header.ts';
import { consume, prove } from '../mfa/proof.ts';
import { scenes } from '../mfa/scenes.ts';
import { offersOf, openSubject } from '../mfa/subjects.ts';
import type { Services } from '../services.ts';
import { checkCredentials } from './credentials.ts';
import { deviceHash, rememberDevice } from './known-devices.ts';
import { type Origin, originOf } from './origin.ts';
import { endSession, findSessions, openSession, refresh, type Tokens } from './sessions.ts';

export function authHandlers(services: Services): Handlers {
  const { settings, db, clock, vault, wakeUps, outside } = services;

  function requireClient(clientId: string): void {
    if (clientId !== settings.clientId)
      throw new Failure('INVALID_REQUEST', { field: '/body/client_id', reasonCode: 'unknown-client' });
  }

  async function passwordGrant(payload: string | undefined, request: FastifyRequest, origin: Origin): Promise<Tokens> {
    if (payload === undefined) throw new Failure('INVALID_REQUEST', { field: '/body/payload', reasonCode: 'missing' });
    const mfa = readMfaHeader(request.headers['x-mfa']);
    const customer = await checkCredentials(services, payload, origin);
    const claim = { scene: SceneType.LOGIN, customerId: customer.id, device: origin.device, origin: () => origin };
    const { id } = await prove(services, mfa, claim);

    const tokens = await transact(db, async (trx) => {
      await consume(trx, clock, id);
      if (origin.isNamed) await rememberDevice(trx, clock, customer.id, deviceHash(vault, customer.id, origin.device));
      return openSession(trx, services, customer.id, origin);
    });
    await wakeUps.send(customer.id);
    return tokens;
  }

  return {
    async login({ body, request }) {
      requireClient(body.client_id);
      const origin = originOf(request, body.device);
      const customer = await checkCredentials(services, body.payload, origin);
      const { id, expiresAt } = await openSubject(db, services, {
        scene: SceneType.LOGIN,
        customerId: customer.id,
        device: origin.device,
      });
      const checks = offersOf(scenes[SceneType.LOGIN].groups, customer).flat();
      return { challengeId: id, checks, expiresAt: expiresAt.toISOString() };
    },

    async createToken({ body, request }) {
      requireClient(body.client_id);
      if (body.grant_type === 'password') return passwordGrant(body.payload, request, originOf(request, body.device));
      if (body.refresh_token === undefined)
        throw new Failure('INVALID_REQUEST', { field: '/body/refresh_token', reasonCode: 'missing' });
      await takeByAddress(services, 'refresh', request.ip, 600, 60);
      return refresh(services, body.refresh_token);
    },

    async getAuthUser({ caller }) {
      const customer = await findCustomer(db, vault, caller.customerId);
      if (!customer) throw new Failure('SESSION_REVOKED');
      return {
        email: customer.email,
        scopes: [...caller.scopes],
        networks: [...outside.networks],
        accountType: customer.accountType,
        identityStatus: customer.identityStatus,
        lastEventId: customer.eventSeq,
      };
    },

    async logout({ caller, reply }) {
      await endSession(services, caller.sessionId);
      // Cached answers go; storage is the client's to clear, by name.
      void reply.header('clear-site-data', '"cache"');
      await wakeUps.send(caller.customerId);
      return null;
    },
  };
}

/** Finds who is behind a bearer token (RFC 6750). Only get-auth-user tells a revoked session from an expired token. */
export function createAuthenticate(
  services: Services,
): (request: FastifyRequest, operationId: string) => Promise<Caller> {
  const findSession = together({
    work: async (tokens: string[]) => allDone(await findSessions(services, tokens)),
    atMost: 100,
    lanes: 2,
  });
  return async (request, operationId) => {
    const token = /^Bearer ([\w-]{20,100})$/.exec(request.headers.authorization ?? '')?.[1];
    const session = token === undefined ? undefined : await findSession(token);
    if (session === 'revoked' && operationId === 'getAuthUser') throw new Failure('SESSION_REVOKED');
    if (session === undefined || session === 'revoked') throw new Failure('ACCESS_TOKEN_INVALID');
    return session;
  };
}
