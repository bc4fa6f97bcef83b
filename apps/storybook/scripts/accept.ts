// Accepts the current screenshots and accessibility trees as the new reference. Review the difference before committing
// it.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const here = join(import.meta.dirname, '..');
const run = ['run', 'ui-kit/src', 'stories/screens', '--project', 'stories', '--update'];
const { error, status } = spawnSync('vitest', run, { cwd: here, stdio: 'inherit' });
if (error) throw error;
process.exitCode = status ?? 1;
