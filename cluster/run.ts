// Starts a cluster, drives payments through it while parts of it fail, and requires that none is lost or doubled.
// CLUSTER_SCHEDULES=0 starts it and leaves it running, to look at.
import { once } from 'node:events';
import { type ClusterLoad, longestPause, openClusterLoad } from '@wusd/api/testing/cluster-load';
import { openCluster, until } from './cluster.ts';
import { ownAddress } from './machines.ts';
import { drawSchedules, type Fault } from './schedule.ts';

const schedules = Number(process.env['CLUSTER_SCHEDULES'] ?? 20);
const seed = Number(process.env['CLUSTER_SEED'] ?? 1);
const faultsEach = 2;
const customers = 6;
/** The marks: how long no payment may be acknowledged, and how often one customer may have to press again. */
const longestOutageMs = 30_000;
const mostErrors = 1;

const cluster = openCluster();
const seconds = (ms: number): string => (ms / 1000).toFixed(1);
const outages = new Map<Fault, number[]>();

/** Waits for the machine that has a role: a member that returns from an earlier fault may have started an election. */
async function elected(role: string, find: () => Promise<string | undefined>): Promise<string> {
  let name: string | undefined;
  await until(role, async () => {
    name = await find();
    return name !== undefined;
  });
  return name ?? '';
}

/** Injects the fault, waits until payments are acknowledged again, and repairs it. */
async function inject(fault: Fault, { placed, failure }: ClusterLoad): Promise<void> {
  const { databases, nodes } = cluster;
  const [node] = nodes;
  const begun = Date.now();
  let repair = (): void => {};
  if (fault === 'proxy is killed') cluster.proxy.kill();
  else if (fault === 'etcd leader is killed')
    cluster.etcd(await elected('a leader of etcd', cluster.etcdLeader)).kill();
  else if (fault === 'API node is killed') cluster.node(node?.name ?? '').kill();
  else {
    const name = fault.startsWith('primary')
      ? await elected('a primary', cluster.primary)
      : fault.startsWith('synchronous replica')
        ? await elected('a synchronous replica', cluster.synchronousReplica)
        : node?.name;
    const machine = [...databases, ...nodes].find((each) => each.name === name);
    if (!machine) throw new Error(`No machine has the role that "${fault}" needs`);
    if (fault.endsWith('loses power')) {
      machine.crash();
      repair = () => machine.boot();
    } else if (fault.endsWith('is frozen')) {
      machine.freeze();
      repair = () => machine.thaw();
    } else {
      machine.unplug();
      repair = () => machine.plug();
    }
    if (fault.startsWith('primary'))
      await until('another primary', async () => {
        const primary = await cluster.primary();
        return failure() !== undefined || (primary !== undefined && primary !== machine.name);
      });
  }
  // Counts payments that are acknowledged by the new primary only.
  const before = placed.length;
  await until('payments are acknowledged again', async () => failure() !== undefined || placed.length >= before + 30);
  const outage = longestPause(placed, begun, Date.now());
  outages.set(fault, [...(outages.get(fault) ?? []), outage]);
  repair();
  await cluster.whole();
  console.log(`  ${fault}: ${seconds(outage)} s without a payment, whole again after ${seconds(Date.now() - begun)} s`);
}

async function run(): Promise<void> {
  await cluster.whole();
  // Migrates, and creates the logins of the nodes.
  const load = await openClusterLoad(cluster.databaseUrl, cluster.apiUrl, customers);
  try {
    cluster.startNodes();
    await cluster.whole();
    const members = await cluster.members();
    console.log(`Three nodes on PostgreSQL: ${members.map(({ name, role }) => `${name} ${role}`).join(', ')}`);
    if (schedules === 0) {
      console.log(`API: ${cluster.apiUrl}  Logs: ${cluster.folder}  This machine is ${ownAddress}. Ctrl-C ends it.`);
      await once(process, 'SIGINT');
      return;
    }
    for (const [index, schedule] of drawSchedules(seed, schedules, faultsEach).entries()) {
      console.log(`Schedule ${index + 1} of seed ${seed}`);
      load.start();
      for (const fault of schedule) {
        await cluster.steady();
        await inject(fault, load);
      }
      await load.pause();
      const problems = await load.check();
      if (problems.length > 0) throw new Error(`After schedule ${index + 1}:\n${problems.join('\n')}`);
    }
    report(load);
  } finally {
    await load.pause().catch(() => {});
    await load.close();
  }
}

function report({ placed, shown }: ClusterLoad): void {
  const worst = Math.max(...[...outages.values()].flat());
  const errors = Math.max(...placed.map((each) => each.errors));
  console.log(`${placed.length} payments acknowledged; none lost, none doubled, reconcile clean after each schedule.`);
  for (const [fault, all] of outages) console.log(`  ${fault}: ${all.map(seconds).join(', ')} s without a payment`);
  console.log(`${shown.length} errors were shown; at most ${errors} for one payment.`);
  if (worst >= longestOutageMs) throw new Error(`${seconds(worst)} s without a payment`);
  if (errors > mostErrors) throw new Error(`A customer had to press ${errors} times more\n${shown.join('\n')}`);
}

let failed: unknown;
try {
  await run();
} catch (error) {
  failed = error;
  console.error(error);
  console.error(`Logs: ${cluster.folder}`);
} finally {
  await cluster.close();
}
process.exit(failed === undefined ? 0 : 1);
