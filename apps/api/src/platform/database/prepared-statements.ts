import { createHash } from 'node:crypto';
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { asUnavailable, DatabaseUnavailableError } from './unavailable.ts';
import { textField } from '@wusd/server-kit/errors/error-fields';

/** Texts that get a name, at most: texts that differ with every call must not fill each connection's memory. */
const maxNamedStatements = 500;
/** Lifts the limit on statements for the rest of a transaction. */
export const liftStatementLimit = 'set local statement_timeout = 0';
/** The best plan of a query with ORDER BY or LIMIT depends on the values of its parameters, so it is planned each time. */
const dependsOnValues = /\b(order by|limit)\b/i;

/** What the driver's types leave out: a limit of a single statement. */
interface LimitedClient {
  query<R>(config: {
    name?: string;
    text: string;
    values: unknown[];
    /** Milliseconds; 0 is no limit. */
    query_timeout: number;
  }): Promise<PostgresQueryResult<R>>;
}

/**
 * A pool whose connections have PostgreSQL parse each text once and keep its plan, which is most of the cost of a short statement.
 * A plan that another node's migration has made stale is replaced. A lost connection leaves the pool: see docs/reliability.md.
 *
 * @param answerMs how long a statement may go without an answer before its connection is given up; 0 is no limit. PostgreSQL's own limit
 * ends nothing where the network between has failed silently: TCP repeats what was sent for a quarter of an hour.
 * @throws DatabaseUnavailableError from `connect` and `query` where PostgreSQL gave no answer
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
          // A transaction has failed by then, and its caller repeats it.
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

/** Whether a plan was refused that answers with other columns than it was made for: nothing was done. */
export function isStalePlan(error: unknown): boolean {
  return textField(error, 'routine') === 'RevalidateCachedQuery';
}
