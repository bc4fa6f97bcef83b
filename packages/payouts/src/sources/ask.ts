/** Queries nodes in order until one responds. @throws the last node's error if all fail */
export async function askFirst<Node, Answer>(
  nodes: readonly Node[],
  ask: (node: Node) => Promise<Answer>,
): Promise<Answer> {
  let failure: unknown;
  for (const node of nodes) {
    try {
      return await ask(node);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** Queries all nodes. @returns the successful responses @throws the first node's error if all fail */
export async function askAll<Node, Answer>(
  nodes: readonly Node[],
  ask: (node: Node) => Promise<Answer>,
): Promise<Answer[]> {
  const results = await Promise.allSettled(nodes.map(ask));
  const answers = results.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const [failure] = results.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  if (answers.length === 0) throw failure;
  return answers;
}

/**
 * Scans with the first source that is ahead of the cursor. A node with a frozen head never finds new transfers, so the
 * next node is queried.
 *
 * @returns the first response if no source is ahead
 * @throws the last source's error if all fail
 */
export async function scanFirst<Source, Scan extends { cursor: bigint }>(
  sources: readonly Source[],
  cursor: bigint,
  scan: (source: Source) => Promise<Scan>,
): Promise<Scan> {
  let nothingNew: Scan | undefined;
  let failure: unknown;
  for (const source of sources) {
    try {
      const answer = await scan(source);
      if (answer.cursor > cursor) return answer;
      nothingNew ??= answer;
    } catch (error) {
      failure = error;
    }
  }
  if (nothingNew) return nothingNew;
  throw failure;
}
