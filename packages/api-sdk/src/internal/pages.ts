import type { Operation } from '../errors.js';
import { type Call, type Outcome, outcomeOf, type Raw } from './call.js';
import type { Send } from './transport.js';
import type { CallOptions } from './options.js';

/** One answer of a search call. */
export interface Page<T> {
  items: T[];
  /** Give it as the query's `cursor` to go on from here. */
  nextCursor: string | null;
  hasMore: boolean;
}

/** Await it for the first page, or iterate it for every item; pages are fetched only as they are reached. */
export interface Pages<T, Op extends Operation> extends PromiseLike<Page<T>>, AsyncIterable<T> {
  /** Page after page. */
  byPage(): AsyncIterable<Page<T>>;
  /** The first page as an outcome; see {@link Call.safe}. */
  safe(): Promise<Outcome<Page<T>, Op>>;
  /** The first page with its `Response`. */
  raw(): Promise<Raw<Page<T>>>;
}

interface Query {
  cursor?: string | undefined;
}

/** A search: keyset pages of `operation`, from `query.cursor` or the beginning. A page that got lost is asked for again. */
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
      // Each page's position is known only from the one before it.
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
