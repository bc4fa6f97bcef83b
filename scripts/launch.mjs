// The launcher of `npm start` and `npm test`, in plain JavaScript for the Node.js of the machine. It installs the
// packages of the lockfile, then runs the Node.js and pnpm versions that the project pins.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { table, tasksOf } from './minutes.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const node = join(root, 'node_modules/.bin/node');
const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Running commands. If one fails, the others are stopped. */
const children = new Set();
process.on('exit', () => {
  for (const child of children) child.kill();
});

const commands = {
  /** Starts the product; `npm start -- --help` prints its settings. */
  async start(...args) {
    if (!args.includes('--help')) await requireFreePort(Number(process.env.PORT ?? 8080));
    await turbo(['build', '--filter=@wusd/web...', '--output-logs=errors-only']);
    // Test mode has a demo customer with one year of history. Production has none.
    const env = process.env.WUSD_MODE === 'production' ? {} : { WUSD_DEMO_YEAR: process.env.WUSD_DEMO_YEAR ?? 'yes' };
    await run(node, ['--disable-warning=ExperimentalWarning', 'apps/api/src/main.ts', ...args], {
      supervised: true,
      env,
    });
  },

  /** Commands for operations staff; `npm run operator` lists them. */
  async operator(...command) {
    // The build writes to stderr, so that stdout contains only the command's result.
    await turbo(['build', '--filter=@wusd/api^...', '--output-logs=errors-only'], { stdout: 2 });
    await run(node, ['--disable-warning=ExperimentalWarning', 'apps/api/src/operator.ts', ...command]);
  },

  /**
   * The signer process. `npm run signer -- addresses` and `npm run signer -- verify-log` print their result and exit.
   */
  async signer(...command) {
    await turbo(['build', '--filter=@wusd/signer^...', '--output-logs=errors-only'], { stdout: 2 });
    await run(node, ['--disable-warning=ExperimentalWarning', 'apps/signer/src/main.ts', ...command], {
      supervised: true,
    });
  },

  /** `npm test` runs everything; `npm test -- api ledger` runs the matching tests of one part. */
  async test(part, ...patterns) {
    // Same rules as in continuous integration: new and obsolete snapshots fail.
    process.env.CI ??= 'true';
    const begun = performance.now();
    const tasks = [];
    // Checked early: a missing library would crash the browser in the middle of the suite.
    if (part === undefined) await run(node, ['e2e/browser/check.ts']);
    // Lint rules and the recipe check use types, which come from built packages.
    if (part === 'lint' || part === 'scripts' || part === undefined)
      await turbo(['build', '--filter=./packages/*', '--output-logs=errors-only']);
    const timed = async (name, work) => {
      const started = performance.now();
      await work();
      tasks.push({ name, seconds: (performance.now() - started) / 1000 });
    };
    const wholeTurbo = async (...selected) => {
      await turbo([...selected, '--summarize']);
      tasks.push(...tasksOf(join(root, '.turbo/runs')));
    };
    // In parallel, because none of them uses two cores fully.
    await Promise.all([
      (part === 'lint' || part === undefined) &&
        timed('lint', async () => {
          await pnpm(['run', 'lint']);
          await pnpm(['run', 'format:check']);
        }),
      (part === 'scripts' || part === undefined) && timed('scripts', () => pnpm(['run', 'test:scripts'])),
      part === undefined && wholeTurbo('build', 'build:recording', 'typecheck', 'check', '--concurrency=1'),
    ]);
    if (part === undefined) {
      await wholeTurbo('test', '--filter=!@wusd/e2e', '--concurrency=2');
      await wholeTurbo('test', '--filter=@wusd/e2e');
      console.log(table(tasks, (performance.now() - begun) / 1000));
    } else if (part === 'faults') {
      await turbo([
        'test',
        '--filter=@wusd/api',
        '--',
        ...(patterns.length > 0 ? patterns.map((each) => `test/faults/${each}`) : ['test/faults']),
      ]);
    } else if (part !== 'lint' && part !== 'scripts') {
      if (!parts().includes(part))
        fail(`There is no part "${part}". Parts: lint, scripts, faults, ${parts().join(', ')}.`);
      // An explicitly named journey always runs, even a slow one.
      if (part === 'e2e' && patterns.length > 0) process.env.ALL_JOURNEYS ??= '1';
      const filter = `--filter=@wusd/${part}`;
      if (patterns.length > 0) await turbo(['test', filter, '--', ...patterns]);
      else await turbo(['build', 'typecheck', 'check', 'test', filter]);
    }
    if (part === undefined || part === 'payouts')
      console.log('Not run: signing keys on an HSM. npm run test:hsm runs these tests; they need SoftHSM.');
  },

  /**
   * Tests signing keys on a SoftHSM token. SoftHSM is not an npm package; without it the tests fail and name the Debian
   * package.
   */
  async 'test:hsm'() {
    await turbo(['build', '--filter=@wusd/payouts^...', '--output-logs=errors-only']);
    await pnpm(['--filter', '@wusd/payouts', 'run', 'test:hsm']);
  },

  /** Backup and restore drill of the product's database, with Debian programs. */
  async 'drill:restore'() {
    await turbo(['build', '--filter=@wusd/signer^...', '--output-logs=errors-only']);
    await pnpm(['--filter', '@wusd/signer', 'run', 'drill']);
  },

  /** Serves the stories; `npm run storybook -- export` writes them to `apps/storybook/storybook-static`, for any web server. */
  async storybook(action = 'dev') {
    await turbo(['build', '--filter=@wusd/storybook^...']);
    await pnpm(['--filter', '@wusd/storybook', 'run', action]);
  },

  async screenshots(...names) {
    await turbo(['build', '--filter=@wusd/web...', '--output-logs=errors-only']);
    await pnpm(['--filter', '@wusd/e2e', 'run', 'screenshots', ...names]);
  },

  /** Creates a page of all messages with screenshots in three languages. */
  async messages(...journeys) {
    await turbo(['build', 'build:recording', '--filter=@wusd/web...', '--output-logs=errors-only']);
    await pnpm(['--filter', '@wusd/e2e', 'run', 'messages', ...journeys]);
  },

  /** Runs the main journeys in an installed Firefox. */
  async firefox(...path) {
    await turbo(['build', '--filter=@wusd/web...', '--output-logs=errors-only']);
    await pnpm(['--filter', '@wusd/e2e', 'run', 'firefox', ...path]);
  },

  /** Removes each safety control from a copy of the tree, and requires its test to fail. */
  async 'prove-controls'(...controls) {
    await turbo(['build', '--filter=@wusd/api^...', '--output-logs=errors-only']);
    await run(node, ['--disable-warning=ExperimentalWarning', 'scripts/controls/prove.ts', ...controls]);
  },

  /** Runs the suite on a minimal machine. */
  async 'bare-debian'() {
    await run(node, ['--disable-warning=ExperimentalWarning', 'scripts/soak/bare-debian.ts']);
  },

  /** Runs the API tests of the previous release with the current schema. */
  async 'previous-release'() {
    await run(node, ['--disable-warning=ExperimentalWarning', 'scripts/soak/previous-release.ts']);
  },

  /** Builds one tarball with everything that a machine needs to run the product on this platform. */
  async 'build:release'(...folder) {
    await turbo(['build', '--filter=@wusd/web...', '--output-logs=errors-only']);
    await run(node, ['--disable-warning=ExperimentalWarning', 'scripts/release/build.ts', ...folder]);
  },

  /** Builds the tarball and starts it from an empty folder. */
  async 'check:release'() {
    await turbo(['build', '--filter=@wusd/web...', '--output-logs=errors-only']);
    await run(node, ['--disable-warning=ExperimentalWarning', 'scripts/release/check.ts']);
  },

  /** Starts the release as described in deploy/, and restarts its nodes during calls. */
  async 'check:deployment'() {
    await turbo(['build', '--filter=@wusd/web...', '--output-logs=errors-only']);
    await run(node, ['--disable-warning=ExperimentalWarning', 'scripts/deployment/check.ts']);
  },

  /** Tests the alert rules with promtool. */
  async alerts() {
    await run('promtool', ['test', 'rules', 'docs/operations/alerts.test.yaml']);
  },

  /** Runs payments in a cluster with failing parts. */
  async cluster() {
    await turbo(['build', '--filter=@wusd/cluster^...', '--output-logs=errors-only']);
    await pnpm(['--filter', '@wusd/cluster', 'run', 'cluster']);
  },

  /** Long runs, and runs that need Debian programs; `npm run soak` lists them. */
  async soak(...args) {
    await run(node, ['--disable-warning=ExperimentalWarning', 'scripts/soak/soak.ts', ...args]);
  },

  /** Writes an SBOM of all installed packages in CycloneDX format. */
  async sbom() {
    await pnpm(['sbom', '--sbom-format', 'cyclonedx', '--lockfile-only', '--out', 'sbom.cdx.json']);
  },

  async bench(...names) {
    await turbo(['build', '--filter=@wusd/web...', '--output-logs=errors-only']);
    await pnpm(['--filter', '@wusd/bench', 'run', 'bench', ...names]);
  },
};

const [name, ...args] = process.argv.slice(2);
if (!(name in commands)) fail(`Usage: node scripts/launch.mjs <${Object.keys(commands).join(' | ')}>`);
await install();
await commands[name](...args);

function parts() {
  return [
    'api-sdk',
    'auth-core',
    'i18n',
    'ui-kit',
    'server-kit',
    'payouts',
    'web',
    'storybook',
    'api',
    'signer',
    'contracts',
    'browser',
    'e2e',
    'bench',
    'cluster',
    'examples',
  ];
}

async function install() {
  const lock = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json'].map((file) => readFileSync(join(root, file)));
  const wanted = createHash('sha256')
    .update(Buffer.concat(lock))
    .update(process.platform + process.arch)
    .digest('hex');
  const stamp = join(root, 'node_modules/.installed-from');
  if (existsSync(node) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.error('Installing dependencies (only when the lockfile has changed)…');
  await pnpm(['install', '--frozen-lockfile', '--reporter=silent']);
  writeFileSync(stamp, wanted);
}

function turbo(args, options) {
  return pnpm(['exec', 'turbo', 'run', ...args], options);
}

function pnpm(args, options) {
  return run('npx', ['-y', packageManager, ...args], options);
}

/**
 * Runs a command to its end. A failure exits the launcher with the same code. Ctrl-C reaches the child through the
 * terminal.
 */
function run(command, args, { supervised = false, env = {}, stdout = 'inherit' } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: {
        ...process.env,
        ...env,
        TURBO_TELEMETRY_DISABLED: '1',
        DO_NOT_TRACK: '1',
        STORYBOOK_DISABLE_TELEMETRY: '1',
        REDOCLY_TELEMETRY: 'off',
        REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
        npm_config_loglevel: 'error',
      },
      // A closed channel notifies a supervised child that this process was killed.
      stdio: ['inherit', stdout, 'inherit', ...(supervised ? ['ipc'] : [])],
    });
    children.add(child);
    const forward = (signal) => void child.kill(signal);
    const ignore = () => {};
    process.on('SIGTERM', forward).on('SIGINT', ignore);
    const parents = lineage();
    const orphaned = setInterval(() => lineage() === parents || child.kill('SIGTERM'), 1000);
    child.on('error', (error) => fail(`${command} could not be started: ${error.message}`));
    child.on('exit', (code, signal) => {
      clearInterval(orphaned);
      children.delete(child);
      process.off('SIGTERM', forward).off('SIGINT', ignore);
      if (code !== 0) process.exit(code ?? (signal === 'SIGINT' ? 130 : 1));
      resolve();
    });
  });
}

/** Ancestor processes. npm runs scripts through a shell. A killed npm leaves the shell and this process running. */
function lineage() {
  try {
    const shell = readFileSync(`/proc/${process.ppid}/stat`, 'utf8');
    return `${process.ppid} ${shell.slice(shell.lastIndexOf(')') + 2).split(' ')[1]}`;
  } catch {
    // Without /proc, only the direct parent is known.
    return String(process.ppid);
  }
}

/** A process that was just killed may occupy its port briefly. */
async function requireFreePort(port, patience = 20) {
  const isFree = await new Promise((resolve) => {
    const probe = createServer();
    probe.on('error', () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
  if (isFree) return;
  if (patience === 0) fail(`Port ${port} is in use. Stop what uses it, or choose another: PORT=8081 npm start`);
  await new Promise((resume) => setTimeout(resume, 250));
  await requireFreePort(port, patience - 1);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
