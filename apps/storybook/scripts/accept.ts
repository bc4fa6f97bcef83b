// Accepts how all looks and reads out now, as what is compared from here on. The difference is to be read before it is kept.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const here = join(import.meta.dirname, '..');
const run = ['run', 'ui-kit/src', 'stories/screens', '--project', 'stories', '--update'];
const { error, status } = spawnSync('vitest', run, { cwd: here, stdio: 'inherit' });
if (error) throw error;
process.exitCode = status ?? 1;
