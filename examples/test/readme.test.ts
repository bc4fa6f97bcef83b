import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { Running } from './processes.ts';
import { startSandbox } from './sandbox.ts';

test('the five-minute start of the SDK’s README works verbatim', async () => {
  await using sandbox = await startSandbox();
  const readme = readFileSync(join(inject('consumers'), 'node_modules/@wusd/api-sdk/README.md'), 'utf8');
  const code = /## Five minutes[\s\S]*?```js\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
  expect(code).toContain('http://localhost:8080/api');
  // The file that a reader would save, with the port of this run.
  const file = join(inject('consumers'), 'node-script/start.mjs');
  writeFileSync(file, code.replace('http://localhost:8080/api', sandbox.baseUrl));
  await using start = new Running(file, [], join(inject('consumers'), 'node-script'));
  const { code: exitCode, printed } = await start.end();
  expect(printed).toMatch(/^USD 18250\.00$/m);
  expect(printed).toMatch(/^USD 18250\.00 buys WUSD 18250\.00$/m);
  expect(exitCode).toBe(0);
});
