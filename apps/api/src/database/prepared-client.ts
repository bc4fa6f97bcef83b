import { createHash } from 'node:crypto';
import pg from 'pg';

/** How many texts a process names: those that are put together anew for every call must not fill each connection's memory. */
const most = 500;
/** The first of many, in an order: which way leads there soonest depends on what is asked for, so these are planned each time. */
const isCutOff = /\b(order by|limit)\b/i;
const names = new Map<string, string>();
let generation = 0;

/**
 * A connection that has PostgreSQL parse each text once and keep its plan, which is most of what a short statement costs. A plan
 * that a migration of another node has made stale is made anew.
 */
export class PreparedClient extends pg.Client {
  // oxlint-disable-next-line typescript/no-explicit-any -- as its own overloads have it
  override query(text: any, values?: any): any {
    const isKept = typeof text === 'string' && Array.isArray(values) && values.length > 0 && !isCutOff.test(text);
    const name = isKept ? nameOf(text) : undefined;
    if (name === undefined) return super.query(text, values);
    return super.query({ name, text, values }).catch((error: unknown) => {
      if (!isStalePlan(error)) throw error;
      names.clear();
      generation += 1;
      return super.query(text, values).catch((again: { code?: string }) => {
        // A transaction is over by then: whoever began it begins again.
        throw again.code === '25P02' ? error : again;
      });
    });
  }
}

/** Whether a plan was refused that answers with other columns than it was made for: nothing was done. */
export function isStalePlan(error: unknown): boolean {
  return (error as { routine?: string }).routine === 'RevalidateCachedQuery';
}

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= most) return known;
  const name = createHash('sha256').update(`${generation} ${text}`).digest('base64url').slice(0, 32);
  names.set(text, name);
  return name;
}
