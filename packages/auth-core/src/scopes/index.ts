/** A tree of scope names: `{ wallet: { wallets: { deposit: {} } } }`. */
export type ScopeTree = { readonly [node: string]: ScopeTree };

/** Every node of a tree, its ancestors joined by dots. */
export type ScopeOf<Tree extends ScopeTree> = {
  [Node in keyof Tree & string]: Node | `${Node}.${ScopeOf<Tree[Node]>}`;
}[keyof Tree & string];

export interface Scopes<Scope extends string> {
  /** Exact membership: holding `wallet` says nothing of `wallet.wallets`. */
  has(scope: Scope): boolean;
  allOf(...scopes: Scope[]): boolean;
  anyOf(...scopes: Scope[]): boolean;
  /** Those of `scopes` that are not held. */
  explain(...scopes: Scope[]): Scope[];
}

/**
 * Checks what a customer holds against a tree of what there is.
 *
 * @param held as get-auth-user answered it; names outside the tree are ignored
 */
export function createScopes<const Tree extends ScopeTree>(tree: Tree, held: readonly string[]): Scopes<ScopeOf<Tree>> {
  const known = new Set(nodes(tree));
  const holding = new Set(held.filter((scope) => known.has(scope)));
  return {
    has: (scope) => holding.has(scope),
    allOf: (...scopes) => scopes.every((scope) => holding.has(scope)),
    anyOf: (...scopes) => scopes.some((scope) => holding.has(scope)),
    explain: (...scopes) => scopes.filter((scope) => !holding.has(scope)),
  };
}

function nodes(tree: ScopeTree, prefix = ''): string[] {
  return Object.entries(tree).flatMap(([node, children]) => [prefix + node, ...nodes(children, `${prefix}${node}.`)]);
}
