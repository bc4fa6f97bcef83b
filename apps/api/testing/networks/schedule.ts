import { once } from 'node:events';
import { setTimeout as pass } from 'node:timers/promises';
import { fromMinor, toMinor } from '@wusd/api-sdk/money';
import { networkNameOf } from '@wusd/server-kit/registry/networks';
import { present } from '@wusd/server-kit/testing/present';
import { depositTargetOf } from '../../src/domains/transfers/crypto/deposit-addresses.ts';
import { advanceDeposits } from '../../src/domains/transfers/crypto/deposits.ts';
import { followWithdrawals } from '../../src/domains/transfers/crypto/follow-withdrawals.ts';
import { watchPayoutFunds } from '../../src/domains/transfers/crypto/payout-funds.ts';
import { scanChains } from '../../src/domains/transfers/crypto/scan.ts';
import { sendWithdrawals } from '../../src/domains/transfers/crypto/send-withdrawals.ts';
import type { Services } from '../../src/domains/services.ts';
import { transact } from '../../src/platform/database/database.ts';
import { advance, type Node } from '../harness.ts';
import { expireLeases } from '../leases.ts';
import { startServerProcess } from '../process.ts';
import { askWithdrawal, saveOldAddress } from '../withdrawals.ts';
import { nodeFaults, type TestNetwork } from './network.ts';

interface Deposit {
  networkId: number;
  hash: string;
  amount: bigint;
}
interface Withdrawal {
  id: string;
  network: TestNetwork;
  to: string;
  amount: bigint;
}

interface ScheduleOptions {
  networks: readonly TestNetwork[];
  /** Returns the nodes that are currently running. */
  nodes: () => readonly Node[];
  customerId: string;
  draw: (label: string, below: number) => number;
  /** Settings of a server process that is killed. */
  process: () => { databaseUrl: string; env: NodeJS.ProcessEnv };
  /** Synchronizes simulated time with the clock of the nodes. */
  follow: () => Promise<void>;
}

/**
 * Creates a random schedule of events on all networks, in which each step is derived from its number: deposits,
 * withdrawals, blocks, reorganisations, price rises, passing hours, faulty network nodes, and killed servers.
 */
export function createSchedule({ networks, nodes, customerId, draw, process, follow }: ScheduleOptions) {
  const deposits: Deposit[] = [];
  const withdrawals: Withdrawal[] = [];
  const servicesOf = (): Services => present(nodes()[0]).server.services;
  /**
   * Runs one round on all nodes concurrently, like their workers. A network that does not answer makes a round fail.
   */
  async function look({ isCalm }: { isCalm: boolean }): Promise<void> {
    for (const round of [watchPayoutFunds, scanChains, advanceDeposits, sendWithdrawals, followWithdrawals]) {
      const rounds = nodes().map(({ server }) => round(server.services));
      if (isCalm) await Promise.all(rounds);
      else await Promise.allSettled(rounds);
    }
  }
  async function elapse(seconds: number): Promise<void> {
    const [node, ...others] = nodes();
    await advance(seconds, present(node), ...others);
    await follow();
  }
  async function receive(network: TestNetwork, amount: string): Promise<Deposit> {
    const services = servicesOf();
    const { networkId } = network;
    const target = await transact(services.db, (trx) => depositTargetOf(services, trx, customerId, networkId));
    return { networkId, hash: await network.receive(target, amount), amount: toMinor(amount, 18) };
  }
  async function deposit(network: TestNetwork, amount: string): Promise<void> {
    deposits.push(await receive(network, amount));
  }
  async function withdraw(network: TestNetwork, amount: string): Promise<void> {
    const services = servicesOf();
    const to = await network.stranger();
    const addressId = await saveOldAddress(services, customerId, network.networkId, to);
    const id = await askWithdrawal(services, { customerId, addressId, amount });
    withdrawals.push({ id, network, to, amount: toMinor(amount, 18) });
  }
  const hashesOn = async (networkId: number): Promise<string[]> => {
    const rows = await servicesOf()
      .db.selectFrom('signed_tx')
      .select('hash')
      .where('network_id', '=', networkId)
      .execute();
    return rows.map(({ hash }) => hash);
  };

  const steps: Record<string, (network: TestNetwork, label: string) => Promise<void>> = {
    deposit: (network, label) =>
      // At least the minimum of every network: a smaller deposit waits for an operator.
      deposit(network, fromMinor(BigInt(10_000_000 + draw(`${label}/amount`, 50_000_000)), 6)),
    withdraw: (network, label) =>
      withdraw(network, fromMinor(BigInt(1_000_000 + draw(`${label}/amount`, 20_000_000)), 6)),
    blocks: (network, label) => network.blocks(1 + draw(`${label}/count`, 12)),
    'price rises': async (network) => network.raisePrice?.(),
    'minutes pass': (_, label) => elapse(60 + draw(`${label}/seconds`, 1200)),
    async 'node fails'(network, label) {
      const fault = present(nodeFaults[draw(`${label}/fault`, nodeFaults.length)]);
      await network.fail(draw(`${label}/node`, 2) === 0 ? 0 : 1, fault, await hashesOn(network.networkId));
    },
    'nodes recover': async (network) => network.heal(),
    /** Loses the contents of the abandoned blocks: the deposit permanently, payouts until they are sent again. */
    async fork(network, label) {
      const replace = await network.fork?.();
      if (!replace) return;
      await receive(network, '7');
      await network.blocks(draw(`${label}/count`, 3));
      await look({ isCalm: false });
      await replace();
    },
  };
  const kinds = Object.entries({
    deposit: 4,
    withdraw: 6,
    blocks: 6,
    'price rises': 1,
    'minutes pass': 3,
    'node fails': 3,
    'nodes recover': 3,
    fork: 2,
  }).flatMap(([kind, weight]) => Array.from({ length: weight }, () => kind));

  return {
    deposits,
    withdrawals,
    look,
    elapse,
    deposit,
    withdraw,
    /** @throws Error with the step's number, to reproduce the schedule */
    async step(number: number): Promise<void> {
      const label = `step ${number}`;
      const kind = present(kinds[draw(`${label}/kind`, kinds.length)]);
      const network = present(networks[draw(`${label}/network`, networks.length)]);
      try {
        await present(steps[kind])(network, label);
        await look({ isCalm: false });
      } catch (cause) {
        throw new Error(`${label} failed: ${kind} on ${networkNameOf(network.networkId)}`, { cause });
      }
    },
    /** Starts another server and kills it while it sends newly requested withdrawals. */
    async kill(number: number): Promise<void> {
      const { db, notifier } = servicesOf();
      await expireLeases(db);
      const child = await startServerProcess(process());
      const ended = once(child.process, 'exit');
      for (const network of networks) await withdraw(network, '3');
      await notifier.send('withdrawals');
      // The seed determines the delay; no assertion depends on it.
      await pass(draw(`kill ${number}`, 1500));
      child.process.kill('SIGKILL');
      await ended;
      await expireLeases(db);
    },
  };
}
