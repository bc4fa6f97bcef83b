// `npm run soak` lists the long runs. `npm run soak -- <name>` checks the requirements of a run, then starts it. With
// `--record`, the result replaces the run's row in docs/soak.md.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { accessSync, constants, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { randomSeed, runs as allRuns, type SoakRun } from './runs.ts';

const root = join(import.meta.dirname, '../..');
const resultsFile = join(root, 'docs/soak.md');

/** Properties of the machine that runs depend on; tests pass their own. */
export interface Machine {
  path: string;
  isRoot: boolean;
}

function isOnPath(program: string, path: string): boolean {
  return path.split(delimiter).some((folder) => {
    try {
      accessSync(resolve(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** One sentence for each missing requirement of a run, with its Debian package. */
export function missing(run: SoakRun, machine: Machine): string[] {
  const programs = run.programs
    .filter(({ names }) => !names.some((name) => isOnPath(name, machine.path)))
    .map(
      ({ names, debianPackage }) =>
        `${names.join(' or ')} is not on the PATH. On Debian: apt-get install ${debianPackage}`,
    );
  return run.needsRoot && !machine.isRoot ? [...programs, 'It must be started as root.'] : programs;
}

/** Environment variables of a run: the caller's values, else the run's defaults. */
export function settingsOf(run: SoakRun, env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(run.settings).map(([name, value]) => [
      name,
      env[name] ?? String(value === randomSeed ? randomInt(2 ** 31) : value),
    ]),
  );
}

/** A list of the runs, one line each, with the missing requirements of this machine. */
export function describe(runs: readonly SoakRun[], machine: Machine): string {
  const width = Math.max(...runs.map(({ name }) => name.length));
  const lines = runs.flatMap((run) => [
    `  ${run.name.padEnd(width)}  ${run.purpose}`,
    ...Object.entries(run.settings).map(([name, value]) => `  ${' '.repeat(width)}  ${name}: ${value}`),
    ...missing(run, machine).map((sentence) => `  ${' '.repeat(width)}  missing: ${sentence}`),
  ]);
  return ['Usage: npm run soak -- <name> [--record]', ...lines].join('\n');
}

export interface Result {
  name: string;
  command: string;
  result: string;
  minutes: string;
  date: string;
  machine: string;
}

/** Replaces the run's row in the Markdown table with the result, or adds a row. */
export function withResult(markdown: string, result: Result): string {
  const { name, command, result: outcome, minutes, date, machine } = result;
  const row = `| ${name} | \`${command}\` | ${outcome} | ${minutes} | ${date} | ${machine} |`;
  const lines = markdown.trimEnd().split('\n');
  const at = lines.findIndex((line) => line.startsWith(`| ${name} |`));
  if (at === -1) lines.push(row);
  else lines[at] = row;
  return `${lines.join('\n')}\n`;
}

function describeMachine(): string {
  // The run also works without git.
  const { stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' });
  const commit = (stdout ?? '').trim() || 'unknown';
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} cores, ${gigabytes} GB, ${process.platform}-${process.arch}, commit ${commit}`;
}

/** Checks, runs and reports. Returns the exit code. */
export function main(args: readonly string[], runs: readonly SoakRun[], machine: Machine): number {
  const name = args.find((arg) => !arg.startsWith('--'));
  const run = runs.find((each) => each.name === name);
  if (!run) {
    console.error(describe(runs, machine));
    return name === undefined ? 0 : 1;
  }
  const lacks = missing(run, machine);
  if (lacks.length > 0) {
    console.error([`The run "${run.name}" can't start:`, ...lacks].join('\n  '));
    return 1;
  }
  const settings = settingsOf(run, process.env);
  const assignments = Object.entries(settings).map(([setting, value]) => `${setting}=${value} `);
  const command = `${assignments.join('')}npm run soak -- ${run.name}`;
  console.log(command);
  const begun = performance.now();
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/launch.mjs'), ...run.command], {
    cwd: root,
    env: { ...process.env, ...settings },
    stdio: 'inherit',
  });
  const result: Result = {
    name: run.name,
    command,
    result: status === 0 ? 'passed' : 'failed',
    minutes: ((performance.now() - begun) / 60_000).toFixed(1),
    date: new Date().toISOString().slice(0, 10),
    machine: describeMachine(),
  };
  console.log(`${result.name} ${result.result} after ${result.minutes} minutes: ${command}`);
  if (args.includes('--record')) writeFileSync(resultsFile, withResult(readFileSync(resultsFile, 'utf8'), result));
  return status ?? 1;
}

if (import.meta.main)
  process.exitCode = main(process.argv.slice(2), allRuns, {
    path: process.env['PATH'] ?? '',
    isRoot: process.getuid?.() === 0,
  });
