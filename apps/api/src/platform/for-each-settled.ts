/**
 * Does the same for each, one after the other. One that fails keeps none of the others waiting.
 *
 * @throws AggregateError with what failed, once all were tried
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
