// Graph of the server's imports between layers and between domain contexts.

/** Layers of `apps/api/src`, from top to bottom. A layer imports only layers below it. */
export const layers = ['sandbox', 'composition', 'domains', 'commands', 'ledger', 'gateways', 'platform'] as const;

/** Labels of the layers in the diagram. */
export const purposes: Record<string, string> = {
  sandbox: 'sandbox: simulators and demo customers, loaded by name in test mode',
  composition: 'composition: createApp, createGateways, settings, queues',
  domains: 'domains',
  commands: 'commands: preview, codes, idempotency, dispatch',
  ledger: 'ledger: accounts, transfers, holds, reconciliation',
  gateways: 'gateways: ports and adapters for chains, banks, identity',
  platform: 'platform: database, events, jobs, outbox, HTTP, security',
};

/** An import between two files, with paths relative to `apps/api/src`. */
export interface Import {
  from: string;
  to: string;
}

export type Edges = ReadonlyMap<string, ReadonlySet<string>>;

/** The layer of a file, or undefined for entry points. */
const layerOf = (file: string): string | undefined => layers.find((layer) => file.startsWith(`${layer}/`));

/** The context of a domain file, e.g. `transfers`. */
const contextOf = (file: string): string | undefined => /^domains\/([\w-]+)\//.exec(file)?.[1];

function edgesBy(imports: readonly Import[], roomOf: (file: string) => string | undefined): Edges {
  const edges = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [source, target] = [roomOf(from), roomOf(to)];
    if (source === undefined || target === undefined) continue;
    const targets = edges.get(source) ?? new Set();
    edges.set(source, targets);
    edges.set(target, edges.get(target) ?? new Set());
    if (source !== target) targets.add(target);
  }
  return edges;
}

export const layerEdges = (imports: readonly Import[]): Edges => edgesBy(imports, layerOf);
export const contextEdges = (imports: readonly Import[]): Edges => edgesBy(imports, contextOf);

/** Layers of `apps/web/src`, from top to bottom. */
export const webLayers = ['app', 'routes', 'features', 'shared'] as const;

/**
 * Messages about imports that point to a higher layer. Files outside the layers, such as entry points, are above all of
 * them.
 */
export function upwardImports(imports: readonly Import[], names: readonly string[]): string[] {
  const rank = (file: string): number => names.findIndex((name) => file.startsWith(`${name}/`));
  return imports
    .filter(({ from, to }) => rank(to) < rank(from))
    .map(({ from, to }) => `${from} imports ${to}, which is above it`);
}

/** Messages about imports between features of the web app. */
export function crossImports(imports: readonly Import[]): string[] {
  const featureOf = (file: string): string | undefined => /^features\/([\w-]+)\//.exec(file)?.[1];
  return imports
    .filter(({ from, to }) => featureOf(from) && featureOf(to) && featureOf(from) !== featureOf(to))
    .map(({ from, to }) => `${from} imports ${to}, which belongs to another feature`);
}

/** Messages about upward imports and cycles of contexts. */
export function problems(imports: readonly Import[]): string[] {
  const upward = upwardImports(imports, layers);
  const cycle = findCycle(contextEdges(imports));
  return cycle ? [...upward, `Contexts of domains import each other: ${cycle.join(' -> ')}`] : upward;
}

function findCycle(edges: Edges): string[] | undefined {
  const finished = new Set<string>();
  const visit = (room: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(room)) return [...path.slice(path.indexOf(room)), room];
    if (finished.has(room)) return undefined;
    for (const target of edges.get(room) ?? []) {
      const cycle = visit(target, [...path, room]);
      if (cycle) return cycle;
    }
    finished.add(room);
    return undefined;
  };
  for (const room of edges.keys()) {
    const cycle = visit(room, []);
    if (cycle) return cycle;
  }
  return undefined;
}

/** Whether a longer path (at least two edges) connects two nodes. */
function isImplied(edges: Edges, from: string, to: string): boolean {
  const seen = new Set<string>();
  const reaches = (room: string): boolean => {
    if (room === to) return true;
    if (seen.has(room)) return false;
    seen.add(room);
    return [...(edges.get(room) ?? [])].some(reaches);
  };
  return [...(edges.get(from) ?? [])].some((next) => next !== to && reaches(next));
}

const lines = (edges: Edges): string[] =>
  [...edges]
    .flatMap(([from, targets]) =>
      [...targets].filter((to) => !isImplied(edges, from, to)).map((to) => `  ${from} --> ${to}`),
    )
    .toSorted();

/** The diagram in Mermaid. Imports that are implied by others are omitted. */
export function picture(imports: readonly Import[]): string {
  const contexts = [...contextEdges(imports).keys()].toSorted();
  const nodes = layers.filter((layer) => layer !== 'domains').map((layer) => `  ${layer}["${purposes[layer]}"]`);
  return [
    'flowchart TD',
    ...nodes,
    '  subgraph domains',
    ...contexts.map((context) => `    ${context}`),
    ...lines(contextEdges(imports)).map((line) => `  ${line}`),
    '  end',
    ...lines(layerEdges(imports)),
  ].join('\n');
}
