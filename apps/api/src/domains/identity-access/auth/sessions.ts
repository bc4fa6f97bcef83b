import { sql } from 'kysely';
import type { Clock } from '@wusd/server-kit/clock';
import { transact, type Trx } from '../../../platform/database/database.ts';
import type { EndReason } from '../../../platform/database/types.ts';
import { appendEvents } from '../../../platform/events/events.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { createId } from '../../../platform/ids.ts';
import { createToken, hashToken } from '../../../platform/security/tokens.ts';
import { openUnder, sealUnder } from '../../../platform/security/vault.ts';
import { scopesOf } from '../customers/customers.ts';
import type { Services } from '../../services.ts';
import type { Origin } from '../../../platform/security/origin.ts';
import * as v from 'valibot';
import { parseJson } from '@wusd/server-kit/json';

const accessLifeSeconds = 15 * 60;
const refreshLifeSeconds = 2 * 60 * 60;
const sessionLifeSeconds = 12 * 60 * 60;
/**
 * How long the previous refresh token returns the same successor again, for a client that crashed before it stored the
 * response.
 */
export const refreshGraceMs = 10_000;

export interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  rt_expires_in: number;
  token_type: 'Bearer';
}

const successorSchema = v.object({
  access: v.string(),
  refresh: v.string(),
  accessExpiresAt: v.string(),
  refreshExpiresAt: v.string(),
});
type Successor = v.InferOutput<typeof successorSchema>;

/**
 * Opens a session in the caller's transaction. A customer has one session at a time: an older session ends and gets a
 * `logout` event.
 */
export async function openSession(
  trx: Trx,
  { clock }: Services,
  customerId: string,
  { device, agent, network }: Origin,
): Promise<Tokens> {
  const now = clock.now();
  // Locking the customer's row serializes concurrent sign-ins.
  await trx.selectFrom('customer').select('id').where('id', '=', customerId).forUpdate().execute();
  const older = await endActiveSession(trx, now, customerId, 'superseded');
  if (older && older.expires_at > now)
    await appendEvents(trx, clock, customerId, { type: 'logout', sessionId: older.id });

  const id = createId('ses', clock);
  const expiresAt = new Date(now.getTime() + sessionLifeSeconds * 1000);
  await trx
    .insertInto('session')
    .values({
      id,
      customer_id: customerId,
      device,
      agent,
      network,
      last_seen_at: now,
      created_at: now,
      expires_at: expiresAt,
      ended_at: null,
      end_reason: null,
    })
    .execute();
  const successor = await issueTokens(trx, { id, customer_id: customerId }, 0, now, expiresAt);
  return toTokens(successor, now);
}

/**
 * Exchanges a refresh token (RFC 6749, section 6; RFC 9700, section 4.14).
 *
 * @throws AppError REFRESH_INVALID, SESSION_SUPERSEDED (a newer sign-in ended the session), REFRESH_REUSED (the token
 *   was used before, so the session ends)
 */
export async function refresh({ db, clock, notifier }: Services, refreshToken: string): Promise<Tokens> {
  const now = clock.now();
  const hash = hashToken(refreshToken);
  const outcome = await transact(
    db,
    async (trx): Promise<{ tokens: Tokens } | { failure: AppError; customerId?: string }> => {
      const token = await trx.selectFrom('refresh_token').selectAll().where('hash', '=', hash).executeTakeFirst();
      if (!token) return { failure: new AppError('REFRESH_INVALID') };
      const session = await trx
        .selectFrom('session')
        .selectAll()
        .where('customer_id', '=', token.customer_id)
        .where('id', '=', token.session_id)
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (session.end_reason === 'superseded') return { failure: new AppError('SESSION_SUPERSEDED') };
      if (session.end_reason === 'refresh reused') return { failure: new AppError('REFRESH_REUSED') };
      if (session.ended_at || session.expires_at <= now) return { failure: new AppError('REFRESH_INVALID') };

      if (token.generation !== session.generation) {
        // Read the token again under the session's lock: a concurrent refresh may have rotated it.
        const spent = await trx
          .selectFrom('refresh_token')
          .selectAll()
          .where('hash', '=', hash)
          .executeTakeFirstOrThrow();
        const isPredecessor = spent.generation === session.generation - 1;
        if (
          isPredecessor &&
          spent.rotated_at &&
          spent.successor_sealed &&
          now.getTime() - spent.rotated_at.getTime() <= refreshGraceMs
        ) {
          return {
            tokens: toTokens(
              parseJson(successorSchema, openUnder(refreshToken, 'successor', spent.successor_sealed, session.id)),
              now,
            ),
          };
        }
        await trx
          .updateTable('session')
          .set({ ended_at: now, end_reason: 'refresh reused' })
          .where('id', '=', session.id)
          .execute();
        return { failure: new AppError('REFRESH_REUSED'), customerId: session.customer_id };
      }
      if (token.expires_at <= now) return { failure: new AppError('REFRESH_INVALID') };

      const generation = session.generation + 1;
      await trx.updateTable('session').set({ generation }).where('id', '=', session.id).execute();
      const successor = await issueTokens(trx, session, generation, now, session.expires_at);
      // Only the immediate predecessor may return its successor again.
      await trx
        .updateTable('refresh_token')
        .set({ successor_sealed: null })
        .where('customer_id', '=', session.customer_id)
        .where('session_id', '=', session.id)
        .execute();
      await trx
        .updateTable('refresh_token')
        .set({
          rotated_at: now,
          successor_sealed: sealUnder(refreshToken, 'successor', JSON.stringify(successor), session.id),
        })
        .where('hash', '=', hash)
        .execute();
      return { tokens: toTokens(successor, now) };
    },
  );
  if ('tokens' in outcome) return outcome.tokens;
  // A rejection may have ended the session, so it is thrown only after the commit.
  if (outcome.customerId !== undefined) await notifier.send(outcome.customerId);
  throw outcome.failure;
}

export interface AuthenticatedSession {
  sessionId: string;
  customerId: string;
  /** Read from the customer's row, so that a change also applies to tokens already issued. */
  scopes: readonly string[];
}

/**
 * Finds the active session of each access token, in the same order. Returns `revoked` if the session was ended, and
 * undefined if the token is unknown or expired.
 */
export async function findSessions(
  { db, clock }: Services,
  accessTokens: readonly string[],
): Promise<(AuthenticatedSession | 'revoked' | undefined)[]> {
  const hashes = accessTokens.map(hashToken);
  const rows = await db
    .selectFrom('access_token')
    .innerJoin('session', (join) =>
      join
        .onRef('session.customer_id', '=', 'access_token.customer_id')
        .onRef('session.id', '=', 'access_token.session_id'),
    )
    .innerJoin('customer', 'customer.id', 'session.customer_id')
    .select([
      'access_token.hash',
      'customer.account_type as accountType',
      'customer.onboarded',
      'session.id as sessionId',
      'session.customer_id as customerId',
      'session.ended_at',
      'session.expires_at',
      'access_token.expires_at as tokenExpiresAt',
    ])
    .where('access_token.hash', '=', sql<Buffer>`any(${hashes})`)
    .execute();
  const now = clock.now();
  const rowByHash = new Map(rows.map((row) => [row.hash.toString('hex'), row]));
  return hashes.map((hash) => {
    const row = rowByHash.get(hash.toString('hex'));
    if (!row) return undefined;
    if (row.ended_at) return 'revoked';
    if (row.tokenExpiresAt <= now || row.expires_at <= now) return undefined;
    return { sessionId: row.sessionId, customerId: row.customerId, scopes: scopesOf(row) };
  });
}

/**
 * Sends the event `406` to the customer's session, if there is one. The client then refreshes its tokens and reads the
 * new scopes.
 */
export async function requestTokenRefresh(trx: Trx, clock: Clock, customerId: string): Promise<void> {
  const session = await trx
    .selectFrom('session')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (session) await appendEvents(trx, clock, customerId, { type: '406', sessionId: session.id });
}

/** Ends the customer's active session in the caller's transaction. @returns the ended session, if there was one */
export function endActiveSession(
  trx: Trx,
  now: Date,
  customerId: string,
  reason: Exclude<EndReason, 'logout' | 'refresh reused'>,
): Promise<{ id: string; expires_at: Date } | undefined> {
  return trx
    .updateTable('session')
    .set({ ended_at: now, end_reason: reason })
    .where('customer_id', '=', customerId)
    .where('ended_at', 'is', null)
    .returning(['id', 'expires_at'])
    .executeTakeFirst();
}

export async function endSession({ db, clock }: Services, sessionId: string): Promise<void> {
  await db
    .updateTable('session')
    .set({ ended_at: clock.now(), end_reason: 'logout' })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute();
}

async function issueTokens(
  trx: Trx,
  session: { id: string; customer_id: string },
  generation: number,
  now: Date,
  sessionExpiresAt: Date,
): Promise<Successor> {
  const until = (seconds: number): Date =>
    new Date(Math.min(now.getTime() + seconds * 1000, sessionExpiresAt.getTime()));
  const owner = { customer_id: session.customer_id, session_id: session.id };
  const access = createToken('wat');
  const refreshToken = createToken('wrt');
  const accessExpiresAt = until(accessLifeSeconds);
  const refreshExpiresAt = until(refreshLifeSeconds);
  await trx
    .insertInto('access_token')
    .values({ ...owner, hash: hashToken(access), expires_at: accessExpiresAt })
    .execute();
  await trx
    .insertInto('refresh_token')
    .values({
      ...owner,
      hash: hashToken(refreshToken),
      generation,
      expires_at: refreshExpiresAt,
      rotated_at: null,
      successor_sealed: null,
    })
    .execute();
  return {
    access,
    refresh: refreshToken,
    accessExpiresAt: accessExpiresAt.toISOString(),
    refreshExpiresAt: refreshExpiresAt.toISOString(),
  };
}

function toTokens({ access, refresh: refreshToken, accessExpiresAt, refreshExpiresAt }: Successor, now: Date): Tokens {
  const secondsUntil = (instant: string): number =>
    Math.max(0, Math.floor((Date.parse(instant) - now.getTime()) / 1000));
  return {
    access_token: access,
    refresh_token: refreshToken,
    expires_in: secondsUntil(accessExpiresAt),
    rt_expires_in: secondsUntil(refreshExpiresAt),
    token_type: 'Bearer',
  };
}
