/** Asks nodes in order until one answers. @throws the last node's error if none does */
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

/** Asks all nodes. @returns the answers of those that answer. @throws the first node's error if none does */
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
 * Scans with the first source that is ahead of the cursor. A node whose head is frozen finds nothing new for ever, so the next one is asked.
 *
 * @returns the first answer if no source is ahead @throws the last source's error if none answers
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
