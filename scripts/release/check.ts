// Builds the tarball, unpacks it into an empty folder, and runs it there with an empty environment.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import assert from 'node:assert/strict';
import { buildRelease } from './build.ts';

const folder = mkdtempSync(join(tmpdir(), 'wusd-release-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
// PostgreSQL does not run as root. Its account must be able to access its data here.
chmodSync(folder, 0o755);
const tarball = buildRelease(join(folder, 'built'));
const destination = join(folder, 'unpacked');
mkdirSync(destination);
execFileSync('sh', ['-c', `cd '${join(folder, 'built')}' && sha256sum --quiet --check *.sha256`]);
execFileSync('tar', ['-xzf', tarball, '-C', destination]);
const [name = ''] = readdirSync(destination);
const product = join(destination, name);
execFileSync('sha256sum', ['--quiet', '--check', 'SHA256SUMS'], { cwd: product });

/** No npm, no Node.js and no other settings. */
const environment = { PATH: '/usr/bin:/bin', WUSD_DATA_FOLDER: join(folder, 'data'), PORT: '0' };
const wusd = (...args: string[]): string =>
  execFileSync(join(product, 'bin/wusd'), args, { env: environment, encoding: 'utf8', cwd: '/' });

assert.match(wusd('--version'), /^wusd-wallet \S+ \w+-\w+ [0-9a-f]{40}\n$/);
assert.match(wusd('serve', '--help'), /DATABASE_URL/);
assert.match(wusd('signer', '--help'), /WUSD_SIGNER_POLICY_FILE/);
assert.match(wusd('operator', 'guide'), /guide withdrawals/);
assert.match(wusd('check'), /test mode simulates all of them/);

// Test mode: embedded database and simulated external services.
const server = spawn(join(product, 'bin/wusd'), ['serve'], {
  env: environment,
  cwd: '/',
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = once(server, 'exit');
process.on('exit', () => server.kill());
const url = await new Promise<string>((resolve, reject) => {
  let printed = '';
  server.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    printed += chunk;
    const port = /ready: http:\/\/localhost:(\d+)/.exec(printed)?.[1];
    if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
  });
  server.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${printed}`)));
});
for (const [path, expected] of [
  ['/readyz', '"status":"ready"'],
  ['/api/config', '"networks"'],
  ['/home', '<html'],
] as const) {
  const response = await fetch(url + path);
  assert.equal(response.status, 200, path);
  assert.ok((await response.text()).includes(expected), path);
}
server.kill('SIGTERM');
assert.deepEqual(await ended, [0, null]);
console.log('The release starts from an empty folder with an empty environment.');
