// Starts the services of compose.yaml without containers: commands, settings, secrets and proxy, on free ports of this
// machine.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../apps/api/src/platform/database/embedded.ts';
import { composeProcesses, readCompose, secretsFolder } from './deployed.ts';

/** Account of the image, and of PostgreSQL if this process runs as root. */
const isRoot = process.getuid?.() === 0;
const account = isRoot ? { uid: 10_001, gid: 10_001 } : {};
const databaseAccount = 65_534;

export interface Topology {
  /** URL of the wallet through the proxy. */
  url: string;
  httpPort: number;
  signerPort: number;
  nodes: readonly Node[];
  /** Certificate of the proxy in PEM. */
  certificate: string;
  /** Output folder of make-secrets.sh. */
  secrets: string;
  stop(): Promise<void>;
}

export interface Node {
  name: string;
  port: number;
  metricsPort: number;
  /** Stops the process like systemd and container engines do. @returns exit code and duration in milliseconds */
  stop(): Promise<{ code: number | null; ms: number }>;
  /** Starts the process again, and waits until it is ready. */
  start(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

export const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket
      .once('connect', () => resolve(true))
      .once('error', () => resolve(false))
      .once('connect', () => socket.destroy());
  });

/** Polls a condition. @throws Error after one minute */
export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`Not within a minute: ${what}`);
    await pause(50);
  }
}

/** Two servers of the embedded PostgreSQL, with the certificates of make-secrets.sh and the logins of logins.sh. */
class Databases {
  readonly #product: string;
  readonly #secrets: string;
  readonly #servers: EmbeddedPostgres[] = [];

  constructor(product: string, secrets: string) {
    this.#product = product;
    this.#secrets = secrets;
  }

  /** @param name service name @param logins SQL for the first start */
  async start(name: string, folder: string, port: number, logins: string): Promise<EmbeddedPostgres> {
    const key = join(this.#secrets, `${name}.key`);
    if (isRoot) chownSync(key, databaseAccount, databaseAccount);
    const server = await startEmbeddedPostgres(folder, {
      port: String(port),
      listen_addresses: '127.0.0.1',
      ssl: 'on',
      ssl_cert_file: join(this.#secrets, `${name}.pem`),
      ssl_key_file: key,
    });
    this.#servers.push(server);
    this.execute(server, 'postgres', logins);
    return server;
  }

  /** Executes the output of logins.sh as a superuser. */
  execute(server: EmbeddedPostgres, database: string, logins: string): void {
    const script = join(this.#product, 'deploy/postgres/logins.sh');
    const sql = execFileSync('sh', [script, logins], { env: { PATH: process.env.PATH, SECRETS: this.#secrets } });
    const url = new URL(server.url);
    url.pathname = database;
    execFileSync('psql', ['--quiet', '--no-psqlrc', url.href], { input: sql, stdio: ['pipe', 'ignore', 'inherit'] });
  }

  async stop(): Promise<void> {
    for (const server of this.#servers.toReversed()) await server.stop();
  }
}

/** Creates secrets with make-secrets.sh, and adds secrets from third parties. */
function makeSecrets(
  product: string,
  secrets: string,
  env: Record<string, string>,
  given: Record<string, string>,
): void {
  execFileSync('sh', [join(product, 'deploy/make-secrets.sh'), secrets], {
    env: { PATH: process.env.PATH, DATABASE_CA: join(secrets, 'database-ca.pem'), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (const [name, content] of Object.entries(given)) writeFileSync(join(secrets, name), content);
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const pem = join(secrets, 'wallet.pem');
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-noenc', '-days', '2', ...subject, '-keyout', `${pem}.key`, '-out', pem],
    { stdio: 'ignore' },
  );
  writeFileSync(pem, readFileSync(pem, 'utf8') + readFileSync(`${pem}.key`, 'utf8'));
  chmodSync(secrets, 0o755);
  if (isRoot)
    for (const name of globSync('*', { cwd: secrets }))
      if (name !== 'authorities') chownSync(join(secrets, name), 10_001, 10_001);
  // Certificates are public, and PostgreSQL reads them with a separate account.
  for (const name of globSync('*postgres.pem', { cwd: secrets })) chmodSync(join(secrets, name), 0o644);
}

/**
 * Starts databases, the migration, the signer, two nodes and the proxy, in production mode.
 *
 * @param product the unpacked release
 * @param folder an empty folder
 * @param settings values that the installer provides, by name
 * @param given secrets from third parties, by file name
 */
export async function startTopology(
  product: string,
  folder: string,
  settings: Record<string, string>,
  given: Record<string, string>,
): Promise<Topology> {
  const [database, signerDatabase, signer, http, https] = await Promise.all(Array.from({ length: 5 }, freePort));
  if (!database || !signerDatabase || !signer || !http || !https) throw new Error('There is no free port');
  const secrets = join(folder, 'secrets');
  mkdirSync(secrets);
  const hosts = {
    DATABASE_HOST: `localhost:${database}`,
    SIGNER_DATABASE_HOST: `localhost:${signerDatabase}`,
    SIGNER_HOST: 'localhost',
  };
  makeSecrets(product, secrets, hosts, given);
  const running: { child: ChildProcess; stop(): Promise<unknown> }[] = [];
  const databases = new Databases(product, secrets);
  const url = `https://localhost:${https}`;
  const ownSettings: Record<string, string> = { ...settings, WUSD_PUBLIC_URL: url };

  /** Environment of a service, adapted to this machine. */
  const environmentOf = (name: string, changes: Record<string, string>): Record<string, string> => {
    const service = composeProcesses().find(({ where }) => where === `compose.yaml, ${name}`);
    if (!service) throw new Error(`compose.yaml has no ${name}`);
    const entries = Object.entries({ ...service.environment, ...changes }).map(([key, value]): [string, string] => [
      key,
      value.replace(secretsFolder, `${secrets}/`).replace(/^\$\{(\w+)\}$/, (_, own: string) => ownSettings[own] ?? ''),
    ]);
    return {
      PATH: '/usr/bin:/bin',
      ...Object.fromEntries(entries),
      WUSD_ALLOW_INSECURE_LOOPBACK: 'yes',
      ...(name !== 'signer' && { WUSD_SIGNER_URL: `https://localhost:${signer}` }),
    };
  };
  // Asynchronous, because calls continue during a rolling restart.
  const wusd = async (env: Record<string, string>, ...args: string[]): Promise<void> => {
    const child = spawn(join(product, 'bin/wusd'), args, {
      env,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'inherit'],
      ...account,
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`wusd ${args.join(' ')} ended with ${code}`);
  };
  const start = (program: string, args: string[], env: Record<string, string>): (typeof running)[number] => {
    const child = spawn(program, args, { env, cwd: '/', stdio: ['ignore', 'ignore', 'inherit'], ...account });
    const ended = once(child, 'exit');
    const service = {
      child,
      async stop() {
        if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
        const begun = performance.now();
        const [code] = (await ended) as [number | null];
        return { code, ms: performance.now() - begun };
      },
    };
    running.push(service);
    return service;
  };

  const stop = async (): Promise<void> => {
    for (const service of running.toReversed()) await service.stop();
    await databases.stop();
  };

  try {
    const productServer = await databases.start('postgres', join(folder, 'postgres'), database, 'product');
    await databases.start('signer-postgres', join(folder, 'signer-postgres'), signerDatabase, 'signer');
    await wusd(environmentOf('migrate', {}), 'migrate');
    databases.execute(productServer, 'wallet', 'signer-login');

    const signerEnvironment = environmentOf('signer', { HOST: '127.0.0.1', PORT: String(signer) });
    start(join(product, 'bin/wusd'), ['signer'], signerEnvironment);
    await wusd(signerEnvironment, 'ready', '--signer', '60');

    // Seeds demo customers of test mode, so that somebody can sign in: registration would need an identity verification
    // partner.
    const { WUSD_MASTER_KEY_FILE = '', DATABASE_URL_FILE = '' } = environmentOf('api-1', {});
    const seeding = {
      PATH: '/usr/bin:/bin',
      WUSD_MODE: 'test',
      PORT: String(await freePort()),
      WUSD_MASTER_KEY_FILE,
      DATABASE_URL_FILE,
    };
    const seeder = start(join(product, 'bin/wusd'), ['serve'], {
      ...seeding,
      WUSD_DATA_FOLDER: join(folder, 'unused'),
    });
    await wusd(seeding, 'ready', '120');
    await seeder.stop();

    const nodes: Node[] = [];
    for (const name of ['api-1', 'api-2']) {
      const [port, metricsPort] = [await freePort(), await freePort()];
      const env = environmentOf(name, {
        HOST: '127.0.0.1',
        PORT: String(port),
        WUSD_METRICS_HOST: '127.0.0.1',
        WUSD_METRICS_PORT: String(metricsPort),
      });
      let service: (typeof running)[number];
      const node: Node = {
        name,
        port,
        metricsPort,
        stop: () => service.stop() as ReturnType<Node['stop']>,
        async start() {
          service = start(join(product, 'bin/wusd'), ['serve'], env);
          await wusd(env, 'ready', '120');
        },
      };
      await node.start();
      nodes.push(node);
    }

    const proxyEnvironment = {
      PATH: '/usr/sbin:/usr/bin:/bin',
      ...readCompose().services['proxy']?.environment,
      HTTP_BIND: `127.0.0.1:${http}`,
      HTTPS_BIND: `127.0.0.1:${https}`,
      CERTIFICATE: join(secrets, 'wallet.pem'),
      ...Object.fromEntries(nodes.map(({ name, port }) => [name.toUpperCase().replace('-', '_'), `127.0.0.1:${port}`])),
    };
    const configuration = join(product, 'deploy/haproxy/haproxy.cfg');
    execFileSync('haproxy', ['-c', '-f', configuration], {
      env: proxyEnvironment,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    start('haproxy', ['-db', '-f', configuration], proxyEnvironment);
    await until('the proxy listens', () => accepts(https));

    return {
      url,
      httpPort: http,
      signerPort: signer,
      nodes,
      certificate: readFileSync(join(secrets, 'wallet.pem'), 'utf8').replace(/-+BEGIN PRIVATE[^]*/, ''),
      secrets,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
