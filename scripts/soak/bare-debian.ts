// Runs `npm test` in a clone of the last commit, on a Debian system with only Node.js and npm, as an ordinary user with
// an empty environment. It detects dependencies on programs and libraries that only developers' machines have.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const owner = 1000;
const debian = mkdtempSync(join(tmpdir(), 'wusd-bare-debian-'));
chmodSync(debian, 0o755);
const run = (program: string, ...args: string[]): void => void execFileSync(program, args, { stdio: 'inherit' });

run('debootstrap', '--variant=minbase', 'bookworm', debian);

// Uses the machine's Node.js, not the version of the project.
const path = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter);
const find = (program: string): string =>
  realpathSync(execFileSync('sh', ['-c', `command -v ${program}`], { env: { PATH: path }, encoding: 'utf8' }).trim());
copyFileSync(find('node'), join(debian, 'usr/local/bin/node'));
const npm = dirname(dirname(find('npm')));
cpSync(npm, join(debian, 'usr/local/lib/node_modules/npm'), { recursive: true });
for (const each of ['npm', 'npx'])
  symlinkSync(`../lib/node_modules/npm/bin/${each}-cli.js`, join(debian, 'usr/local/bin', each));

for (const file of ['resolv.conf', 'hosts']) copyFileSync(`/etc/${file}`, join(debian, 'etc', file));
const certificates = process.env.NODE_EXTRA_CA_CERTS;
if (certificates !== undefined) copyFileSync(certificates, join(debian, 'etc/extra-certificates.pem'));

const home = join(debian, 'home/stranger');
mkdirSync(home);
// initdb looks the user up by its id.
run('chroot', debian, 'useradd', '--uid', String(owner), '--no-create-home', '--shell', '/bin/sh', 'stranger');
run('git', 'clone', '--quiet', '--no-hardlinks', root, join(home, 'wallet'));
run('chown', '-R', `${owner}:${owner}`, home);

// The mounts end with the process.
const inside = `
  debian=$0 user=$1
  shift
  mount -t proc proc "$debian/proc" &&
    mount -t tmpfs -o mode=1777 tmpfs "$debian/dev/shm" &&
    exec chroot --userspec="$user" "$debian" env -i "$@"`;
const { status } = spawnSync(
  'unshare',
  [
    '--mount',
    '--pid',
    '--fork',
    'sh',
    '-c',
    inside,
    debian,
    `${owner}:${owner}`,
    'HOME=/home/stranger',
    'PATH=/usr/local/bin:/usr/bin:/bin',
    ...(certificates === undefined ? [] : ['NODE_EXTRA_CA_CERTS=/etc/extra-certificates.pem']),
    'sh',
    '-c',
    'cd ~/wallet && npm test',
  ],
  { stdio: 'inherit' },
);
if (status === 0) rmSync(debian, { recursive: true, force: true });
else console.error(`The Debian is kept in ${debian}.`);
process.exit(status ?? 1);
