import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';

// Machines that can be crashed, frozen and unplugged: a network namespace each, on one bridge. The bridge is in a namespace of its own too
// (`unshare`), so that nothing of the machine that runs this sees its network change.

const subnet = '10.83.0';
const bridge = 'wusd-cluster';
/** Delay between a failure and the restart, as systemd applies. */
const restartDelayMs = 1000;

/** Where this process is on the network of the machines. */
export const ownAddress = `${subnet}.1`;

export interface ServiceOptions {
  name: string;
  command: string;
  args: readonly string[];
  env?: NodeJS.ProcessEnv;
  /** Account that it runs as. @default root */
  user?: string;
}

/** A program that is started again whenever it ends, until its machine is off. */
export interface Service {
  /** Ends the program as it stands; it is started again. */
  kill(): void;
}

export interface Machine {
  name: string;
  address: string;
  start(options: ServiceOptions): Service;
  /** Ends every program at once, as the loss of power does. */
  crash(): void;
  /** Starts every program that ran before the crash. */
  boot(): void;
  /** Pulls the network cable. */
  unplug(): void;
  plug(): void;
  /** Stops every program where it stands, as a hypervisor that pauses a machine does. */
  freeze(): void;
  thaw(): void;
}

export interface Network {
  /** @param host last number of its address */
  addMachine(name: string, host: number): Machine;
  close(): Promise<void>;
}

function ip(...args: string[]): void {
  execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });
}

/** Leftovers of an earlier run that was killed. */
function sweep(): void {
  const names = execFileSync('ip', ['netns', 'list'], { encoding: 'utf8' }).match(/^wusd-\S+/gm) ?? [];
  for (const name of names) {
    signalAll(name, 'SIGKILL');
    ip('netns', 'del', name);
  }
}

function signalAll(namespace: string, signal: NodeJS.Signals): void {
  const pids = execFileSync('ip', ['netns', 'pids', namespace], { encoding: 'utf8' }).match(/\d+/g) ?? [];
  for (const pid of pids) {
    try {
      process.kill(Number(pid), signal);
    } catch {
      // It has just ended.
    }
  }
}

/** @param folder of the logs, one file for each service */
export function openNetwork(folder: string): Network {
  sweep();
  ip('link', 'set', 'lo', 'up');
  ip('link', 'add', bridge, 'type', 'bridge');
  ip('addr', 'add', `${ownAddress}/24`, 'dev', bridge);
  ip('link', 'set', bridge, 'up');
  const machines: { namespace: string; turnOff(): void; ended(): Promise<unknown> }[] = [];

  function addMachine(name: string, host: number): Machine {
    const namespace = `wusd-${name}`;
    const address = `${subnet}.${host}`;
    const port = `wusd${host}`;
    ip('netns', 'add', namespace);
    ip('link', 'add', port, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace);
    ip('link', 'set', port, 'master', bridge, 'up');
    ip('-n', namespace, 'addr', 'add', `${address}/24`, 'dev', 'eth0');
    ip('-n', namespace, 'link', 'set', 'eth0', 'up');
    ip('-n', namespace, 'link', 'set', 'lo', 'up');
    const services: { options: ServiceOptions; child: ChildProcess | undefined }[] = [];
    let isOn = true;

    function launch(service: (typeof services)[number]): void {
      const { name: log, command, args, env, user } = service.options;
      const output = openSync(join(folder, `${name}-${log}.log`), 'a');
      const asUser = user === undefined ? [] : ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups'];
      const child = spawn('ip', ['netns', 'exec', namespace, ...asUser, command, ...args], {
        env: { PATH: `${process.env['PATH']}:/usr/sbin`, LC_ALL: 'C.UTF-8', ...env },
        cwd: '/',
        stdio: ['ignore', output, output],
      });
      service.child = child;
      child.once('exit', () => {
        setTimeout(() => {
          if (isOn && service.child === child) launch(service);
        }, restartDelayMs);
      });
    }
    const turnOff = (): void => {
      isOn = false;
      signalAll(namespace, 'SIGKILL');
    };
    machines.push({
      namespace,
      turnOff,
      async ended() {
        for (const { child } of services)
          if (child && child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      },
    });
    return {
      name,
      address,
      start(options) {
        const service = { options, child: undefined as ChildProcess | undefined };
        services.push(service);
        launch(service);
        return { kill: () => void service.child?.kill('SIGKILL') };
      },
      crash: turnOff,
      boot() {
        isOn = true;
        services.forEach(launch);
      },
      unplug: () => ip('link', 'set', port, 'down'),
      plug: () => ip('link', 'set', port, 'up'),
      freeze: () => signalAll(namespace, 'SIGSTOP'),
      thaw: () => signalAll(namespace, 'SIGCONT'),
    };
  }

  return {
    addMachine,
    async close() {
      for (const { turnOff } of machines) turnOff();
      await Promise.all(machines.map(({ ended }) => ended()));
      for (const { namespace } of machines) ip('netns', 'del', namespace);
    },
  };
}
