import { tmpdir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { transact } from '../src/platform/database/database.ts';
import { enqueueMessage } from '../src/platform/outbox/messages.ts';
import { openServices } from '../src/composition/open-services.ts';
import type { Gateways } from '../src/gateways/ports.ts';
import { readSettings } from '../src/composition/settings.ts';
import { runJobsOnce, startWorkers } from '../src/composition/workers.ts';
import { masterKey } from './process.ts';
import { methodOf } from './methods.ts';

export interface CodeNodeOptions {
  /** `queues` like the server, or `serial`: all jobs sequentially in rounds. */
  kind: 'queues' | 'serial';
  /** Ports that accept calls but never answer. */
  silent: readonly (keyof Gateways)[];
  /** Networks that answer although `chain` and `payouts` are silent. */
  answering?: readonly number[];
  /** Timeout of an adapter for a silent call, in milliseconds. @default never */
  givenUpAfterMs?: number;
}

export interface CodeNode {
  /** Sends a code by email. @returns milliseconds from its commit until the email gateway receives it */
  sendCode(): Promise<number>;
  close(): Promise<void>;
}

/** Opens a node whose gateways are silent, except for email. */
export async function openCodeNode(databaseUrl: string, options: CodeNodeOptions): Promise<CodeNode> {
  const { kind, silent, answering = [], givenUpAfterMs } = options;
  const arrived = new Map<string, () => void>();
  const pending = new Set<(reason: Error) => void>();
  const giveNoAnswer = (): Promise<never> =>
    new Promise((_, reject) => {
      pending.add(reject);
      if (givenUpAfterMs !== undefined) setTimeout(reject, givenUpAfterMs, new Error('no answer'));
    });
  const networkOf = (given: unknown): unknown =>
    typeof given === 'object' && given !== null && 'networkId' in given ? given.networkId : given;
  let isSilent = false;
  let unguarded: Gateways | undefined;
  const wrap = (real: Gateways): Gateways => {
    const ports = silent.map((port) => [
      port,
      new Proxy(real[port] ?? {}, {
        get(target, method: string) {
          const own = methodOf(target, method);
          return (...given: unknown[]) =>
            isSilent && !answering.some((id) => id === networkOf(given[0])) ? giveNoAnswer() : own(...given);
        },
      }),
    ]);
    const wrapped: Gateways = {
      ...real,
      ...Object.fromEntries(ports),
      mail: {
        async send(message) {
          await real.mail.send(message);
          arrived.get(message.to)?.();
        },
      },
    };
    unguarded = wrapped;
    return wrapped;
  };
  const opened = await openServices({
    settings: {
      ...readSettings({ DATABASE_URL: databaseUrl, WUSD_SANDBOX_PACE: 'instant' }),
      masterKey: Buffer.from(masterKey, 'base64'),
    },
    dataFolder: tmpdir(),
    wrapGateways: wrap,
  });
  const { services, guard } = opened;
  isSilent = true;
  const stop =
    kind === 'queues'
      ? startWorkers(services, { abortCalls: guard.abort }).stop
      : startSerialRounds({ ...services, gateways: unguarded ?? services.gateways });
  let count = 0;
  return {
    async sendCode() {
      const to = `code-${(count += 1)}`;
      const delivered = new Promise<void>((resume) => arrived.set(to, resume));
      await transact(services.db, (trx) =>
        enqueueMessage(trx, services.clock, services.vault, { channel: 'email', to, subject: '', text: '135790' }),
      );
      const committed = performance.now();
      await services.notifier.send('messages');
      await delivered;
      return performance.now() - committed;
    },
    async close() {
      isSilent = false;
      for (const reject of pending) reject(new Error('closed'));
      await stop();
      await opened.close();
    },
  };
}

/** Runs jobs like before the introduction of queues: on notification and every second. */
function startSerialRounds(services: Parameters<typeof runJobsOnce>[0]): () => Promise<void> {
  const stopping = new AbortController();
  let wake = (): void => {};
  const unsubscribe = services.notifier.on(
    () => wake(),
    () => wake(),
  );
  const rounds = (async () => {
    while (!stopping.signal.aborted) {
      await runJobsOnce(services).catch(() => {});
      await Promise.race([pause(1000), new Promise<void>((resume) => (wake = resume))]);
    }
  })();
  return async () => {
    stopping.abort();
    unsubscribe();
    await rounds;
  };
}
