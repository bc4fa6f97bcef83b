// Runs the API tests of the previous release with the schema of this commit, because both releases run during a
// deployment. The previous release is the newest tag, or the previous commit if there is no tag.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '../..');
const copy = join(root, '.cache/previous-release');
const migrations = 'apps/api/src/platform/database/migrations';
const functions = 'apps/api/src/ledger/sql';
/** Files that define the schema. */
const schema = [
  migrations,
  functions,
  'apps/api/src/ledger/functions.ts',
  'apps/api/src/platform/database/create_time_partitions.sql',
];
/** Tests of the schema itself, which compare it with the code of their own release. */
const schemaTests = ['schema', 'sharding', 'partitions', 'migrations'];

const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** Changes that a release must not make to a released schema. */
export function forbiddenChanges(
  changed: readonly string[],
  before: readonly string[],
  now: readonly string[],
): string[] {
  const edited = changed.filter((file) => before.includes(file) && file.startsWith(migrations));
  const hasNewNumber = now.length > before.length;
  return [
    ...edited.map((file) => `${file} was released and has changed`),
    ...(changed.some((file) => file.startsWith(functions)) && !hasNewNumber
      ? ['a function of the ledger has changed without a migration of its own number']
      : []),
  ];
}

function main(): number {
  const tag = spawnSync('git', ['describe', '--tags', '--abbrev=0'], { cwd: root, encoding: 'utf8' }).stdout.trim();
  const release = tag === '' ? 'HEAD^' : tag;
  console.log(`The release before: ${release} (${git('rev-parse', '--short', release)})`);
  // The initial migration may change until the first release.
  if (tag !== '') {
    const before = git('ls-tree', '--name-only', tag, `${migrations}/`).split('\n');
    const now = readdirSync(join(root, migrations));
    const problems = forbiddenChanges(git('diff', '--name-only', tag, '--', ...schema).split('\n'), before, now);
    for (const problem of problems) console.error(problem);
    if (problems.length > 0) return 1;
  }
  const clear = (): void => {
    if (existsSync(copy)) git('worktree', 'remove', '--force', copy);
  };
  clear();
  mkdirSync(join(root, '.cache'), { recursive: true });
  git('worktree', 'add', '--detach', copy, release);
  for (const path of schema) cpSync(join(root, path), join(copy, path), { recursive: true });
  const exclude = schemaTests.flatMap((name) => ['--exclude', `**/${name}.test.ts`]);
  const { status } = spawnSync('node', ['scripts/launch.mjs', 'test', 'api', ...exclude], {
    cwd: copy,
    stdio: 'inherit',
  });
  if (status === 0) clear();
  return status ?? 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = main();
