/** A tree of scope names: `{ wallet: { wallets: { deposit: {} } } }`. */
export type ScopeTree = { readonly [node: string]: ScopeTree };

/** Every node of a tree, with its ancestors joined by dots. */
export type ScopeOf<Tree extends ScopeTree> = {
  [Node in keyof Tree & string]: Node | `${Node}.${ScopeOf<Tree[Node]>}`;
}[keyof Tree & string];

export interface Scopes<Scope extends string> {
  /** Exact membership: `wallet` does not imply `wallet.wallets`. */
  has(scope: Scope): boolean;
  allOf(...scopes: Scope[]): boolean;
  anyOf(...scopes: Scope[]): boolean;
  /** Those of `scopes` that the customer does not have. */
  explain(...scopes: Scope[]): Scope[];
}

/**
 * Checks a customer's scopes against the tree of all scopes.
 *
 * @param held scopes from get-auth-user; names outside the tree are ignored
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

/** Access requirements of a page. */
export type Rule<Scope extends string> =
  | 'public'
  | 'signed-in'
  | { readonly allOf: readonly Scope[] }
  | { readonly anyOf: readonly Scope[] };

export interface Visitor<Scope extends string> {
  /** Obtains a token, refreshed if needed, and loads other data of the session that the visit needs. */
  isSignedIn(): Promise<boolean>;
  /** Called only if the visitor is signed in. */
  scopes(): Pick<Scopes<Scope>, 'has'>;
}

export type Verdict<Scope extends string> =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly because: 'signed-out' }
  | { readonly allowed: false; readonly because: 'scope-missing'; readonly missing: readonly Scope[] };

/**
 * Whether a visitor may open a page, independent of the router. A public page has no requirements; others need a
 * session, then their scopes.
 *
 * @example
 * const verdict = await admit({ allOf: ['wallet.wallets'] }, { isSignedIn: () => auth.isSignedIn(), scopes: () => scopes });
 */
export async function admit<Scope extends string>(
  rule: Rule<NoInfer<Scope>>,
  visitor: Visitor<Scope>,
): Promise<Verdict<Scope>> {
  if (rule === 'public') return { allowed: true };
  if (!(await visitor.isSignedIn())) return { allowed: false, because: 'signed-out' };
  const missing = unmet(rule, visitor.scopes());
  return missing.length === 0 ? { allowed: true } : { allowed: false, because: 'scope-missing', missing };
}

/** Scopes that a signed-in visitor lacks; empty if the visitor may enter. For hiding links that would be rejected. */
export function unmet<Scope extends string>(
  rule: Rule<NoInfer<Scope>>,
  scopes: Pick<Scopes<Scope>, 'has'>,
): readonly Scope[] {
  if (typeof rule === 'string') return [];
  const wanted = 'allOf' in rule ? rule.allOf : rule.anyOf;
  const missing = wanted.filter((scope) => !scopes.has(scope));
  return 'anyOf' in rule && missing.length < wanted.length ? [] : missing;
}
