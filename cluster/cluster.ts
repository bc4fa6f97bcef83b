import { randomBytes } from 'node:crypto';
import { chownSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { databaseEnvironment } from '@wusd/api/testing/databases';
import { masterKey } from '@wusd/api/testing/process';
import { etcdArguments, patroniFile, ports, proxyFile } from './configuration.ts';
import { type Machine, openNetwork, type Service } from './machines.ts';

const root = join(import.meta.dirname, '..');
const pollMs = 250;

/** A member as Patroni's REST API tells it. */
interface Member {
  name: string;
  role: 'leader' | 'sync_standby' | 'replica';
  state: string;
  lag?: number | 'unknown';
}

export interface Cluster {
  /** Folder of logs and data. */
  folder: string;
  /** The database's owner, through the proxy. */
  databaseUrl: string;
  /** The API, through the proxy. */
  apiUrl: string;
  databases: readonly Machine[];
  nodes: readonly Machine[];
  proxy: Service;
  /** The service on the machine of that name. */
  etcd(name: string): Service;
  node(name: string): Service;
  /** Members, as the first machine says that answers. Empty where none does. */
  members(): Promise<Member[]>;
  primary(): Promise<string | undefined>;
  synchronousReplica(): Promise<string | undefined>;
  etcdLeader(): Promise<string | undefined>;
  /** Waits until there is a primary, a synchronous replica and a third member, all streaming, and every node is ready. @throws after five minutes */
  whole(): Promise<void>;
  /**
   * Waits until members have kept their roles for a while. While Patroni changes the synchronous replica, the loss of the primary is a second
   * fault: no replica is promoted. @throws after five minutes
   */
  steady(): Promise<void>;
  startNodes(): void;
  close(): Promise<void>;
}

async function ask(url: string): Promise<unknown> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => undefined);
  return answer?.ok ? answer.json() : undefined;
}

/** Time that a replica has to stream before it is copied again. */
const replicaPatienceMs = 60_000;
/** Time for which a steady cluster keeps its roles. Patroni changes the synchronous replica within a few rounds of 2 s. */
const steadyMs = 10_000;

/** Polls until the condition holds. @throws with the name of the condition, after `seconds` */
export async function until(what: string, isTrue: () => Promise<boolean>, seconds = 300): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error(`Still not so after ${seconds} s: ${what}`);
    await pass(pollMs);
  }
}

/** Three PostgreSQL under Patroni, each beside a member of etcd; a proxy; three nodes of the API, which are not started yet. */
export function openCluster(): Cluster {
  const folder = mkdtempSync(join(tmpdir(), 'wusd-cluster-'));
  // Open to the account of PostgreSQL.
  execFileSync('chmod', ['755', folder]);
  const network = openNetwork(folder);
  const password = randomBytes(18).toString('base64url');
  const account = Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' }));

  const databases = [1, 2, 3].map((number) => network.addMachine(`db${number}`, 10 + number));
  const proxyMachine = network.addMachine('proxy', 20);
  const nodes = [1, 2, 3].map((number) => network.addMachine(`api${number}`, 30 + number));
  const etcds = new Map<string, Service>();
  const apis = new Map<string, Service>();

  for (const machine of databases) {
    const own = join(folder, machine.name);
    mkdirSync(own, { mode: 0o700 });
    const file = join(own, 'patroni.yml');
    writeFileSync(file, patroniFile({ machine, members: databases, folder: own, password }), { mode: 0o600 });
    for (const path of [own, file]) chownSync(path, account, account);
    const args = etcdArguments(machine, databases, join(own, 'etcd'));
    etcds.set(machine.name, machine.start({ name: 'etcd', command: 'etcd', args, user: 'postgres' }));
    machine.start({ name: 'patroni', command: 'patroni', args: [file], user: 'postgres' });
  }
  const proxyConfiguration = join(folder, 'haproxy.cfg');
  writeFileSync(proxyConfiguration, proxyFile(databases, nodes));
  const proxy = proxyMachine.start({ name: 'haproxy', command: 'haproxy', args: ['-db', '-f', proxyConfiguration] });
  const databaseUrl = `postgres://postgres:${password}@${proxyMachine.address}:${ports.postgres}/postgres`;

  async function members(): Promise<Member[]> {
    for (const { address } of databases) {
      const answer = (await ask(`http://${address}:${ports.patroni}/cluster`)) as { members: Member[] } | undefined;
      if (answer) return answer.members;
    }
    return [];
  }
  const named = async (role: Member['role']): Promise<string | undefined> =>
    (await members()).find((each) => each.role === role && ['running', 'streaming'].includes(each.state))?.name;
  /**
   * Inspects members and nodes.
   *
   * @returns `roles`: which member has which role; undefined unless all stream and every node is ready. `idle`: replicas that do not stream
   */
  async function inspect(): Promise<{ roles: string | undefined; idle: readonly string[] }> {
    const all = await members();
    const isWorking = ({ role, state, lag }: Member): boolean =>
      role === 'leader' || (state !== 'stopped' && state !== 'starting' && lag === 0);
    const working = all.filter(isWorking).toSorted((one, another) => one.role.localeCompare(another.role));
    const ready = await Promise.all(apis.size === 0 ? [] : nodes.map(isReady));
    const isWhole = working.map(({ role }) => role).join() === 'leader,replica,sync_standby' && ready.every(Boolean);
    return {
      roles: isWhole ? working.map(({ name }) => name).join() : undefined,
      idle: all.filter((each) => !isWorking(each)).map(({ name }) => name),
    };
  }
  /** Copies a replica that does not stream, as the runbook tells an operator to. */
  async function reinitialize(name: string): Promise<void> {
    console.log(`  ${name} does not stream and is copied again`);
    const address = databases.find((each) => each.name === name)?.address;
    await fetch(`http://${address}:${ports.patroni}/reinitialize`, {
      method: 'POST',
      body: JSON.stringify({ force: true }),
      signal: AbortSignal.timeout(10_000),
    }).catch((error: unknown) => console.log(`  ${name}: ${String(error)}`));
  }
  const isReady = async ({ address }: Machine): Promise<boolean> =>
    (await ask(`http://${address}:${ports.api}/readyz`)) !== undefined;

  return {
    folder,
    databaseUrl,
    apiUrl: `http://${proxyMachine.address}:${ports.api}/api`,
    databases,
    nodes,
    proxy,
    etcd: (name) => found(etcds, name),
    node: (name) => found(apis, name),
    members,
    primary: () => named('leader'),
    synchronousReplica: () => named('sync_standby'),
    async etcdLeader() {
      for (const machine of databases) {
        const answer = await fetch(`http://${machine.address}:${ports.etcd}/v3/maintenance/status`, {
          method: 'POST',
          body: '{}',
          signal: AbortSignal.timeout(2000),
        }).catch(() => undefined);
        const status = (await answer?.json()) as { leader?: string; header?: { member_id?: string } } | undefined;
        if (status?.leader !== undefined && status.leader === status.header?.member_id) return machine.name;
      }
      return undefined;
    },
    async whole() {
      const begun = performance.now();
      const copied = new Set<string>();
      await until('all members stream, one of them synchronously, and every node is ready', async () => {
        const { roles, idle } = await inspect();
        if (performance.now() - begun > replicaPatienceMs)
          for (const name of idle.filter((each) => !copied.has(each))) {
            copied.add(name);
            await reinitialize(name);
          }
        return roles !== undefined;
      });
    },
    async steady() {
      let before: string | undefined;
      let since = performance.now();
      await until('members keep their roles', async () => {
        const { roles } = await inspect();
        if (roles === undefined || roles !== before) since = performance.now();
        before = roles;
        return performance.now() - since >= steadyMs;
      });
    },
    startNodes() {
      for (const machine of nodes) {
        const env = {
          ...databaseEnvironment(databaseUrl),
          WUSD_MASTER_KEY: masterKey,
          WUSD_WEB_ROOT: '',
          HOST: '0.0.0.0',
          PORT: String(ports.api),
          NODE_COMPILE_CACHE: join(root, '.cache/node'),
        };
        const args = ['--disable-warning=ExperimentalWarning', join(root, 'apps/api/src/main.ts')];
        apis.set(machine.name, machine.start({ name: 'api', command: process.execPath, args, env }));
      }
    },
    close: () => network.close(),
  };
}

function found<T>(services: ReadonlyMap<string, T>, name: string): T {
  const service = services.get(name);
  if (service === undefined) throw new Error(`There is no machine ${name}`);
  return service;
}
