import type { Operation } from '../errors.js';
import { type Call, type Outcome, outcomeOf, type Raw } from './call.js';
import type { Send } from './transport.js';
import type { CallOptions } from './options.js';

/** One page of a search. */
export interface Page<T> {
  items: T[];
  /** Pass it as the query's `cursor` to continue from here. */
  nextCursor: string | null;
  hasMore: boolean;
}

/** Await it for the first page, or iterate it for every item. Pages are fetched on demand. */
export interface Pages<T, Op extends Operation> extends PromiseLike<Page<T>>, AsyncIterable<T> {
  /** Iterates pages. */
  byPage(): AsyncIterable<Page<T>>;
  /** The first page as an outcome; see {@link Call.safe}. */
  safe(): Promise<Outcome<Page<T>, Op>>;
  /** The first page with its `Response`. */
  raw(): Promise<Raw<Page<T>>>;
}

interface Query {
  cursor?: string | undefined;
}

/**
 * Creates a search: keyset pages of `operation`, from `query.cursor` or the beginning. A failed page request is
 * retried.
 */
export function pages<T, Op extends Operation>(
  send: Send,
  operation: Op,
  query: Query,
  options: CallOptions | undefined,
): Pages<T, Op> {
  const page = (cursor: string | undefined): Call<Page<T>, Op> =>
    send(
      operation,
      { body: cursor === undefined ? query : { ...query, cursor }, isSafe: true } as never,
      options,
    ) as never;
  async function* byPage(): AsyncGenerator<Page<T>, void, undefined> {
    let { cursor } = query;
    do {
      // The cursor of each page is known only from the previous page.
      // oxlint-disable-next-line no-await-in-loop
      const current = await page(cursor);
      yield current;
      cursor = current.hasMore ? (current.nextCursor ?? undefined) : undefined;
    } while (cursor !== undefined);
  }
  return {
    // oxlint-disable-next-line unicorn/no-thenable -- awaiting it is the first page, by design
    then: (onFulfilled, onRejected) => page(query.cursor).then(onFulfilled, onRejected),
    safe: () => outcomeOf(page(query.cursor)),
    raw: () => page(query.cursor).raw(),
    byPage,
    async *[Symbol.asyncIterator]() {
      for await (const { items } of byPage()) yield* items;
    },
  };
}
