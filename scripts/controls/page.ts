import { readFileSync, writeFileSync } from 'node:fs';
import { notHeld, removals } from './controls.ts';

const start = '<!-- written by prove.ts --list -->\n';
const end = '\n<!-- end of the list -->';

/** Rows of the page's table: each removal with the test that detects it. */
const list = [
  '| | Test | File |',
  '|---|---|---|',
  ...removals
    .toSorted((one, another) => one.control - another.control)
    .map(({ control, name, test }) => `| ${control} | ${name.replaceAll('|', String.raw`\|`)} | \`${test}\` |`),
].join('\n');

/** Numbers in the first column of a table. */
const numbersIn = (text: string): Set<number> =>
  new Set([...text.matchAll(/^\| (\d+) \|/gm)].map(([, number]) => Number(number)));

/** Numbers of `all` that are not in `others`. */
const missing = (all: Set<number>, others: Set<number>): number[] => [...all].filter((number) => !others.has(number));

/** Writes the list of tests into docs/controls.md. */
export function writeList(file: string): void {
  const [before = '', rest = ''] = readFileSync(file, 'utf8').split(start);
  writeFileSync(file, before + start + list + end + (rest.split(end)[1] ?? ''));
}

/** Differences between docs/controls.md and the removals. */
export function pageProblems(file: string): string[] {
  const page = readFileSync(file, 'utf8');
  const [controls = '', rest = ''] = page.split('\n## Tests\n');
  const [tests = '', pending = ''] = rest.split('\n## Not held yet\n');
  const held = numbersIn(controls);
  const proved = new Set(removals.map(({ control }) => control));
  const listedOpen = numbersIn(pending);
  const open = new Set(Object.keys(notHeld).map(Number));
  return [
    ...missing(held, proved).map((control) => `control ${control} is listed as held, and no removal proves it`),
    ...missing(proved, held).map((control) => `control ${control} has a removal, and is not listed as held`),
    ...missing(listedOpen, open).map((control) => `control ${control} is not in notHeld of controls.ts`),
    ...missing(open, listedOpen).map((control) => `control ${control} is not listed under "Not held yet"`),
    ...(tests.includes(start + list + end)
      ? []
      : [
          'the list of tests is out of date: node scripts/controls/prove.ts --list (with the Node of node_modules/.bin)',
        ]),
  ].map((problem) => `docs/controls.md: ${problem}`);
}
