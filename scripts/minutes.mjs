// Prints the duration of each part of the suite, as measured by turbo and the launcher.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Tasks of turbo's newest summary in a folder, e.g. `@wusd/api test`, with seconds. Tasks below one second are omitted.
 */
export function tasksOf(folder) {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  const newest = files
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')))
    .reduce((left, right) => (left.execution.startTime > right.execution.startTime ? left : right));
  return newest.tasks
    .filter(({ execution }) => execution)
    .map(({ taskId, execution }) => ({
      name: taskId.replace('#', ' '),
      seconds: (execution.endTime - execution.startTime) / 1000,
    }))
    .filter(({ seconds }) => seconds >= 1);
}

/** A table, longest task first. Tasks run in parallel, so their sum exceeds the total duration. */
export function table(tasks, total) {
  const line = ({ name, seconds }) => `${(seconds / 60).toFixed(1).padStart(6)}  ${name}`;
  const longest = tasks.toSorted((left, right) => right.seconds - left.seconds);
  return ['Minutes, two tasks at a time:', ...longest.map(line), line({ name: 'in all', seconds: total })].join('\n');
}
