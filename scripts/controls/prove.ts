// Removes each safety control from a copy of the committed tree, one at a time, and requires that the named test fails.
// `--check` only verifies that every removal still fits the code and docs/controls.md; `npm test` runs it. `--list`
// writes the list of tests to that page.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { linkModules } from '../link-modules.ts';
import { notHeld, removals } from './controls.ts';
import { pageProblems, writeList } from './page.ts';
import type { Removal } from './removal.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const copy = join(root, '.cache/controls');
/** Installed and built once for all removals. A test uses the sources of its own part. */
const shared = [
  '',
  'apps/api',
  'apps/web',
  'packages/api-sdk',
  'packages/auth-core',
  'packages/i18n',
  'packages/ui-kit',
];

/** Packages that are imported as sources, so that a removal affects every importer. */
const ownSources = ['packages/server-kit', 'packages/payouts', 'apps/api'];

/** Reason why a removal does not fit the current code. */
function misfit({ control, file, find, test, name }: Removal): string | undefined {
  const count = readFileSync(join(root, file), 'utf8').split(find).length - 1;
  if (count !== 1) return `control ${control}: ${file} holds ${JSON.stringify(find)} ${count} times`;
  const title = name.replace(/: \w+$/, '').replace(/ for$/, '');
  if (!readFileSync(join(root, test), 'utf8').includes(title))
    return `control ${control}: ${test} has no test "${name}"`;
  return undefined;
}

interface Report {
  testResults: { assertionResults: { fullName: string; status: string }[] }[];
}

/** The workspace of a test, and the test's path within it. */
const partOf = (test: string): string => test.split('/').slice(0, 2).join('/');
const inside = (test: string): string => test.split('/').slice(2).join('/');

/** Outcomes of tests by full name. */
function run(part: string, ...args: string[]): { fullName: string; status: string }[] {
  const output = join(copy, 'report.json');
  rmSync(output, { force: true });
  spawnSync(
    join(root, part, 'node_modules/.bin/vitest'),
    ['run', ...args, '--reporter=json', `--outputFile=${output}`],
    { cwd: join(copy, part), stdio: 'ignore' },
  );
  if (!existsSync(output)) return [];
  const { testResults } = JSON.parse(readFileSync(output, 'utf8')) as Report;
  return testResults.flatMap(({ assertionResults }) => assertionResults);
}

/** Runs a test without its control. A suite that can't be loaded proves nothing. */
function prove({ test, name }: Removal): 'caught' | 'missed' | 'not tried' {
  const pattern = name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const named = run(partOf(test), inside(test), '-t', pattern).filter(({ fullName }) => fullName.includes(name));
  if (named.some(({ status }) => status === 'failed')) return 'caught';
  return named.some(({ status }) => status === 'passed') ? 'missed' : 'not tried';
}

/** A test that fails with every control in place proves nothing. */
function requireSound(tried: readonly Removal[]): void {
  for (const part of new Set(tried.map(({ test }) => partOf(test)))) {
    const own = tried.filter(({ test }) => partOf(test) === part);
    const outcomes = run(part, ...new Set(own.map(({ test }) => inside(test))));
    for (const { name } of own) {
      const named = outcomes.filter(({ fullName }) => fullName.includes(name));
      if (named.length === 0 || named.some(({ status }) => status !== 'passed'))
        throw new Error(`"${name}" does not pass as the code is`);
    }
  }
}

function git(...args: string[]): void {
  const { status, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

function clear(): void {
  if (existsSync(copy)) git('worktree', 'remove', '--force', copy);
}

const page = join(root, 'docs/controls.md');
if (process.argv.includes('--list')) writeList(page);
const misfits = [...removals.map(misfit).filter((each) => each !== undefined), ...pageProblems(page)];
if (misfits.length > 0) {
  console.error(misfits.join('\n'));
  process.exit(1);
}

if (!process.argv.some((arg) => arg === '--check' || arg === '--list')) {
  const only = process.argv.slice(2).map(Number);
  clear();
  mkdirSync(join(root, '.cache'), { recursive: true });
  git('worktree', 'add', '--detach', copy, 'HEAD');
  for (const folder of ['apps/signer', ...ownSources]) linkModules(root, copy, folder, ownSources);
  for (const folder of shared)
    for (const each of ['node_modules', 'dist', 'openapi/dist', 'src/generated'])
      if (existsSync(join(root, folder, each)) && !existsSync(join(copy, folder, each)))
        symlinkSync(join(root, folder, each), join(copy, folder, each));
  const tried = removals.filter(({ control }) => only.length === 0 || only.includes(control));
  requireSound(tried);
  const counts = { caught: 0, missed: 0, 'not tried': 0 };
  for (const removal of tried) {
    const path = join(copy, removal.file);
    const source = readFileSync(path, 'utf8');
    writeFileSync(
      path,
      source.replace(removal.find, () => removal.replace),
    );
    const outcome = prove(removal);
    writeFileSync(path, source);
    counts[outcome] += 1;
    console.log(`${String(removal.control).padStart(3)}  ${outcome.padEnd(9)}  ${removal.name}`);
  }
  clear();
  for (const [control, why] of Object.entries(notHeld)) console.log(`${control.padStart(3)}  not held   ${why}`);
  console.log(`\n${counts.caught} of ${tried.length} removals were caught.`);
  process.exitCode = counts.missed + counts['not tried'] === 0 ? 0 : 1;
}
