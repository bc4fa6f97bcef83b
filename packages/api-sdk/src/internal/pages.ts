/** One answer of a search call. */
export interface Page<T> {
  items: T[];
  nextCursor: string | null;
  hasMore: boolean;
}

/** Await it for the first page, or iterate it for every item; pages are fetched only as they are reached. */
export interface Pages<T> extends PromiseLike<Page<T>>, AsyncIterable<T> {}

export function pages<T>(fetchPage: (cursor: string | undefined) => Promise<Page<T>>): Pages<T> {
  return {
    // oxlint-disable-next-line unicorn/no-thenable -- awaiting it is the first page, by design
    then: (onFulfilled, onRejected) => fetchPage(undefined).then(onFulfilled, onRejected),
    async *[Symbol.asyncIterator]() {
      let cursor: string | undefined;
      do {
        // Each page's position is known only from the one before it.
        // oxlint-disable-next-line no-await-in-loop
        const page = await fetchPage(cursor);
        yield* page.items;
        cursor = page.hasMore ? (page.nextCursor ?? undefined) : undefined;
      } while (cursor !== undefined);
    },
  };
}
