import { createHash } from 'node:crypto';
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { asUnavailable, DatabaseUnavailableError } from './unavailable.ts';
import { textField } from '@wusd/server-kit/errors/error-fields';

/** Maximum number of named statements: texts that differ in every call must not fill the memory of each connection. */
const maxNamedStatements = 500;
/** Lifts the statement timeout for the rest of a transaction. */
export const liftStatementLimit = 'set local statement_timeout = 0';
/** The best plan of a query with ORDER BY or LIMIT depends on its parameter values, so it is planned each time. */
const dependsOnValues = /\b(order by|limit)\b/i;

/** Missing in the driver's types: a timeout of a single statement. */
interface LimitedClient {
  query<R>(config: {
    name?: string;
    text: string;
    values: unknown[];
    /** Milliseconds; 0 means no limit. */
    query_timeout: number;
  }): Promise<PostgresQueryResult<R>>;
}

/**
 * Wraps a pool so that PostgreSQL parses each text once per connection and caches its plan, which saves most of the
 * cost of a short statement. A plan that another node's migration made stale is replaced. A lost connection leaves the
 * pool: see docs/reliability.md.
 *
 * @param answerMs time without an answer after which a statement's connection is closed; 0 means no limit.
 * PostgreSQL's own limit does not help when the network fails silently: TCP retransmits for a quarter of an hour.
 * @throws DatabaseUnavailableError from `connect` and `query` if PostgreSQL does not answer
 */
export function preparedStatements(pool: Pool, answerMs = 0): PostgresPool {
  const names = new Map<string, string>();
  let generation = 0;

  function nameOf(text: string): string | undefined {
    const known = names.get(text);
    if (known !== undefined || names.size >= maxNamedStatements || dependsOnValues.test(text)) return known;
    const name = createHash('sha256').update(`${generation} ${text}`).digest('base64url').slice(0, 32);
    names.set(text, name);
    return name;
  }

  function wrapClient(client: PoolClient): PostgresPoolClient {
    let isLost = false;
    let limitMs = answerMs;
    const failed = (error: unknown): never => {
      const unavailable = asUnavailable(error);
      isLost ||= unavailable?.reason === 'connection-lost';
      throw unavailable ?? error;
    };
    const plain: PostgresPoolClient & LimitedClient = client;
    function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
    function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
    function query<R>(text: string | PostgresCursor<R>, values: readonly unknown[] = []) {
      if (typeof text !== 'string') return plain.query(text);
      if (text === liftStatementLimit) limitMs = 0;
      const statement = { text, values: [...values], query_timeout: limitMs };
      const name = values.length > 0 ? nameOf(text) : undefined;
      if (name === undefined) return plain.query<R>(statement).catch(failed);
      return plain.query<R>({ ...statement, name }).catch((error: unknown) => {
        if (!isStalePlan(error)) return failed(error);
        names.clear();
        generation += 1;
        return plain.query<R>(statement).catch((again: { code?: string }) => {
          // The transaction has already failed, and its caller retries it.
          return failed(again.code === '25P02' ? error : again);
        });
      });
    }
    return { query, release: (isBroken) => client.release(isBroken === true || isLost) };
  }

  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect().catch((error: unknown) => {
        throw asUnavailable(error) ?? new DatabaseUnavailableError('no-connection', error);
      });
      return wrapClient(client);
    },
    end: () => pool.end(),
  };
}

/** Whether PostgreSQL rejected a cached plan because its result columns changed. The statement had no effect. */
export function isStalePlan(error: unknown): boolean {
  return textField(error, 'routine') === 'RevalidateCachedQuery';
}
