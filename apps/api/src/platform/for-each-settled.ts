/**
 * Processes items one after the other. A failed item does not stop the others.
 *
 * @throws AggregateError with all failures, after all items were processed
 */
export async function forEachSettled<T>(items: Iterable<T>, work: (item: T) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some failed');
}
