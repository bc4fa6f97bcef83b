import { runAutoRedemptions } from '../domains/exchange/auto-redemption/runs.ts';
import { screenBankAccounts } from '../domains/destinations/bank-accounts/transitions.ts';
import { screenAddresses } from '../domains/destinations/blockchain-addresses/addresses.ts';
import { searchClaims } from '../domains/transfers/crypto/claim-search.ts';
import { advanceDeposits } from '../domains/transfers/crypto/deposits.ts';
import { scanChains } from '../domains/transfers/crypto/scan.ts';
import { followWithdrawals } from '../domains/transfers/crypto/follow-withdrawals.ts';
import { sendWithdrawals } from '../domains/transfers/crypto/send-withdrawals.ts';
import { acceptFiatWithdrawals, instructBanks } from '../domains/transfers/fiat/pay-withdrawals.ts';
import { readStatements } from '../domains/transfers/fiat/statements.ts';
import { processAccessFailures } from '../domains/identity-access/security/access-failures.ts';
import { runIdentityChecks } from '../domains/identity-access/identity/checks.ts';
import { expireOrders } from '../domains/exchange/otc/orders.ts';
import { settleOrders } from '../domains/exchange/otc/settle.ts';
import type { Services } from '../domains/services.ts';
import { findDueQueues } from './due-queues.ts';
import { createQueues } from './queues.ts';
import { createRunner, type Reason, type RunnerOptions } from '../platform/jobs/runner.ts';
import { appendHashChain } from '../ledger/hash-chain.ts';
import { rollUp } from '../ledger/roll-up.ts';
import { relayMessages } from '../platform/outbox/messages.ts';

export interface Workers {
  /** Waits for rows in hand, ends outbound calls that take longer, and stops. */
  stop(): Promise<void>;
}

const topics = new Set([
  'messages',
  'arrivals',
  'deposits',
  'identity',
  'orders',
  'destinations',
  'withdrawals',
  'exports',
  'clock',
]);
/** Topics that say that there may be something new outside. */
const arrivals = new Set(['arrivals', 'clock']);
/** What a round does, in this order. */
const jobs: ((services: Services) => Promise<unknown>)[] = [
  processAccessFailures,
  ({ db, clock, vault, gateways }) => relayMessages(db, clock, vault, gateways),
  readStatements,
  scanChains,
  advanceDeposits,
  searchClaims,
  runIdentityChecks,
  screenAddresses,
  screenBankAccounts,
  sendWithdrawals,
  followWithdrawals,
  acceptFiatWithdrawals,
  instructBanks,
  runAutoRedemptions,
  expireOrders,
  settleOrders,
  ({ db }) => rollUp(db),
  ({ db, clock }) => appendHashChain(db, clock),
];
const pollMs = 1000;
const keysMs = 60_000;
/** How long a stopping node waits for its rows in hand before it ends their outbound calls. */
const graceMs = 5000;

/** Everything once, in order, for who lets time pass without waiting for it. @throws what the first of the jobs does */
export async function runJobsOnce(services: Services): Promise<void> {
  for (const job of jobs) await job(services);
}

export interface WorkerOptions extends Partial<RunnerOptions> {
  /** Before queues are looked at, e.g. to read the shared clock. */
  beforeCheck?(): Promise<void>;
  /** Ends outbound calls. */
  abortCalls(): void;
}

/** Runs the queues of this node: each on its own, woken at once and once a second. */
export function startWorkers(services: Services, { beforeCheck, abortCalls, ...options }: WorkerOptions): Workers {
  const runner = createRunner(services, { queues: createQueues(services), findDue: findDueQueues, ...options });
  let isStopped = false;
  let keysRead = services.clock.now().getTime();
  let wanted: Reason | undefined;
  let looking: Promise<void> | undefined;

  const lookOnce = async (reason: Reason): Promise<void> => {
    await beforeCheck?.();
    const now = services.clock.now().getTime();
    if (now - keysRead >= keysMs) {
      keysRead = now;
      await services.keyring.refresh();
    }
    await runner.look(reason);
  };
  const lookUntilDone = async (): Promise<void> => {
    while (wanted !== undefined) {
      const reason = wanted;
      wanted = undefined;
      await lookOnce(reason).catch((error: unknown) =>
        services.log.error({ err: error }, 'due work could not be read'),
      );
    }
    looking = undefined;
  };
  const kick = (reason: Reason): void => {
    if (isStopped) return;
    // Arrivals are asked for by the poll as well, and both look at what is due.
    if (wanted === undefined || reason === 'arrivals' || wanted === 'due') wanted = reason;
    looking ??= lookUntilDone();
  };
  const unsubscribe = services.notifier.on(
    (topic) => {
      if (topics.has(topic)) kick(arrivals.has(topic) ? 'arrivals' : 'due');
    },
    () => kick('arrivals'),
  );
  const timer = setInterval(kick, pollMs, 'poll');
  kick('arrivals');

  return {
    async stop() {
      isStopped = true;
      wanted = undefined;
      clearInterval(timer);
      unsubscribe();
      await looking;
      runner.stop();
      const abort = setTimeout(abortCalls, graceMs);
      await runner.idle();
      clearTimeout(abort);
    },
  };
}
