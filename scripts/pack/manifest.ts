/** The fields of a package.json that this check reads. */
export interface Manifest {
  name: string;
  version: string;
  private?: boolean;
  exports?: Record<string, string | { default: string }>;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** Fields that npm resolves for a user of the package. npm ignores the development dependencies of a dependency. */
const fields = ['dependencies', 'peerDependencies', 'optionalDependencies'] as const;

/** Reasons why npm can't install a packed package, or installs other versions than the workspace tests. */
export function problemsOf(manifest: Manifest, catalog: Record<string, string>): string[] {
  return fields.flatMap((field) =>
    Object.entries(manifest[field] ?? {}).flatMap(([dependency, specifier]) => {
      const subject = `${manifest.name}: "${dependency}" in ${field} is "${specifier}"`;
      if (!isRegistryRange(specifier))
        return [`${subject}, which npm cannot install from the registry. Write the version.`];
      const shared = catalog[dependency];
      if (field === 'peerDependencies' || shared === undefined || shared === specifier) return [];
      return [`${subject}, but the catalog in pnpm-workspace.yaml has "${shared}". Both must be the same version.`];
    }),
  );
}

/**
 * Whether it is a version, range or tag, or an alias of one. Protocols, paths, URLs and GitHub shorthands contain ":"
 * or "/".
 */
function isRegistryRange(specifier: string): boolean {
  const range = specifier.replace(/^npm:(@[^/]+\/)?[^/@]+@/, '');
  return !/[:/]/.test(range);
}
