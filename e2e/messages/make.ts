// Runs the journeys and creates a page of all messages, with pictures in three languages: `npm run messages`.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writePage } from './write-page.ts';

const here = dirname(fileURLToPath(import.meta.url));
const folder = join(here, 'out');
rmSync(folder, { recursive: true, force: true });

// A journey that fails because of a language switch is reported, but its pictures are used.
const { error } = spawnSync('playwright', ['test', '--project=journeys', '--retries=0', ...process.argv.slice(2)], {
  cwd: join(here, '..'),
  stdio: 'inherit',
  env: { ...process.env, WUSD_MESSAGE_PICTURES: folder },
});
if (error) throw error;
const { messages, unseen } = writePage(folder);
console.log(`${messages} messages, ${unseen.length} of them not met: ${join(folder, 'index.html')}`);
