import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { table, tasksOf } from './minutes.mjs';

test('reads the newest summary and omits tasks without a duration', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'wusd-minutes-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const summary = (startTime: number, tasks: object[]) => JSON.stringify({ execution: { startTime }, tasks });
  const task = (taskId: string, endTime: number) => ({ taskId, execution: { startTime: 0, endTime } });
  writeFileSync(join(folder, 'z.json'), summary(1, [task('old#test', 5000)]));
  writeFileSync(
    join(folder, 'a.json'),
    summary(2, [task('@wusd/api#test', 90_000), task('quick#build', 20), { taskId: 'not run' }]),
  );
  assert.deepEqual(tasksOf(folder), [{ name: '@wusd/api test', seconds: 90 }]);
});

test('prints the longest task first and the total last', () => {
  const tasks = [
    { name: 'short', seconds: 30 },
    { name: 'long', seconds: 90 },
  ];
  assert.deepEqual(table(tasks, 100).split('\n').slice(1), ['   1.5  long', '   0.5  short', '   1.7  in all']);
});
