// Checks that no linter covers: maximum file length, forbidden test constructs, and a README for every workspace.
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

const longest = 400;
// Lists of columns and controls may be longer.
const lists = new Set([
  'apps/api/src/platform/database/generated/tables.ts',
  'scripts/controls/controls.ts',
  'scripts/controls/money.ts',
]);
// Does not use git, which a machine that runs the suite may lack.
const ignored = readFileSync('.gitignore', 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => line.replace(/\/$/, ''))
  .map((line) => (line.includes('/') ? line : `**/${line}`));
const tracked = globSync(['**/*', '**/.*', '**/.*/**/*'], { exclude: ['.git', ...ignored] }).filter((file) =>
  statSync(file).isFile(),
);
const files = tracked.filter((file) => /\.(ts|tsx|mjs)$/.test(file));
const problems = [];

for (const file of files) {
  const text = readFileSync(file, 'utf8');
  const lines = text.split('\n').length;
  if (lines > longest && !lists.has(file))
    problems.push(`${file} has ${lines} lines; more than ${longest} is more than one thing`);
  if (/\b(test|it|describe)\.(skip|only|todo|fixme)\b/.test(text)) problems.push(`${file} skips a test`);
  if (/waitForTimeout\(/.test(text)) problems.push(`${file} sleeps`);
  if (/@ts-(ignore|nocheck)/.test(text)) problems.push(`${file} silences the compiler`);
}
for (const folder of [
  'packages/api-sdk',
  'packages/auth-core',
  'packages/ui-kit',
  'packages/i18n',
  'packages/server-kit',
  'packages/payouts',
  'apps/web',
  'apps/api',
  'apps/signer',
  'apps/storybook',
  'e2e',
  'bench',
  'cluster',
  'contracts',
  'deploy',
  'examples',
]) {
  if (!existsSync(`${folder}/README.md`)) problems.push(`${folder} has no README.md`);
}
// Every file named in a guide must exist, by its path or a suffix of it.
for (const guide of ['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'docs/first-change.md']) {
  const named = readFileSync(guide, 'utf8').matchAll(/`([\w.-]+(?:\/[\w.-]+)*\.(?:tsx?|mjs|ya?ml|json|md))`/g);
  for (const [, file] of named) {
    if (!tracked.some((each) => each === file || each.endsWith(`/${file}`)))
      problems.push(`${guide} names ${file}, which is not there`);
  }
}
for (const page of tracked.filter((file) => file.endsWith('.md') && existsSync(file))) {
  const links = readFileSync(page, 'utf8').matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)(?:#[^)]*)?\)/g);
  for (const [, link] of links)
    if (!existsSync(join(dirname(page), decodeURI(link))))
      problems.push(`${page} links to ${link}, which is not there`);
}
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
