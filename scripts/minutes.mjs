// How long each part of the suite took, from what turbo and the launcher measured.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The tasks of turbo's newest summary in a folder: `@wusd/api test` and its seconds. Tasks below a second say nothing. */
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

/** A table, the longest first. Tasks run side by side, so they add up to more than the whole took. */
export function table(tasks, total) {
  const line = ({ name, seconds }) => `${(seconds / 60).toFixed(1).padStart(6)}  ${name}`;
  const longest = tasks.toSorted((left, right) => right.seconds - left.seconds);
  return ['Minutes, two tasks at a time:', ...longest.map(line), line({ name: 'in all', seconds: total })].join('\n');
}
