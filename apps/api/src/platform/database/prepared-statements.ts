import { createHash } from 'node:crypto';
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { asUnavailable, DatabaseUnavailableError } from './unavailable.ts';
import { textField } from '@wusd/server-kit/errors/error-fields';

/** Texts that get a name, at most: texts that differ with every call must not fill each connection's memory. */
const maxNamedStatements = 500;
/** The best plan of a query with ORDER BY or LIMIT depends on the values of its parameters, so it is planned each time. */
const dependsOnValues = /\b(order by|limit)\b/i;

/**
 * A pool whose connections have PostgreSQL parse each text once and keep its plan, which is most of the cost of a short statement.
 * A plan that another node's migration has made stale is replaced. A lost connection leaves the pool: see docs/reliability.md.
 *
 * @throws DatabaseUnavailableError from `connect` and `query` where PostgreSQL gave no answer
 */
export function preparedStatements(pool: Pool): PostgresPool {
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
    const failed = (error: unknown): never => {
      const unavailable = asUnavailable(error);
      isLost ||= unavailable?.reason === 'connection-lost';
      throw unavailable ?? error;
    };
    const plain: PostgresPoolClient = client;
    function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
    function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
    function query<R>(text: string | PostgresCursor<R>, values: readonly unknown[] = []) {
      if (typeof text !== 'string') return plain.query(text);
      const name = values.length > 0 ? nameOf(text) : undefined;
      if (name === undefined) return plain.query<R>(text, values).catch(failed);
      return client.query({ name, text, values: [...values] }).catch((error: unknown) => {
        if (!isStalePlan(error)) return failed(error);
        names.clear();
        generation += 1;
        return plain.query<R>(text, values).catch((again: { code?: string }) => {
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
