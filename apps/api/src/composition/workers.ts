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
import { scanDocuments } from '../domains/identity-access/verification/scans.ts';
import type { Services } from '../domains/services.ts';
import { findDueQueues } from './due-queues.ts';
import { createQueues } from './queues.ts';
import { createRunner, type Reason, type RunnerOptions } from '../platform/jobs/runner.ts';
import { appendHashChain } from '../ledger/hash-chain.ts';
import { rollUp } from '../ledger/roll-up.ts';
import { relayMessages } from '../platform/outbox/messages.ts';

export interface Workers {
  /** Waits for rows in progress, aborts outbound calls that take longer, and stops. */
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
/** Topics after which chains and banks are polled. */
const arrivals = new Set(['arrivals', 'clock']);
/** Jobs that advance money or entities, in order. Housekeeping jobs run only in queues. */
const jobs: ((services: Services) => Promise<unknown>)[] = [
  processAccessFailures,
  ({ db, clock, vault, gateways }) => relayMessages(db, clock, vault, gateways),
  readStatements,
  scanChains,
  advanceDeposits,
  searchClaims,
  runIdentityChecks,
  scanDocuments,
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
const keyRefreshMs = 60_000;
/** Time that a stopping node waits for rows in progress before it aborts their outbound calls. */
const graceMs = 5000;

/**
 * Runs the jobs of a scenario once, in order, for callers that control the clock. `createQueues` lists all jobs of a
 * node.
 *
 * @throws the error of the first job that fails
 */
export async function runJobsOnce(services: Services): Promise<void> {
  for (const job of jobs) await job(services);
}

export interface WorkerOptions extends Partial<RunnerOptions> {
  /** Called before each check of the queues, e.g. to read the shared clock. */
  beforeCheck?(): Promise<void>;
  /** Aborts outbound calls. */
  abortCalls(): void;
}

/** Runs the queues of this node: on notification, and every second. */
export function startWorkers(services: Services, { beforeCheck, abortCalls, ...options }: WorkerOptions): Workers {
  const runner = createRunner(services, { queues: createQueues(services), findDue: findDueQueues, ...options });
  let isStopped = false;
  let keysReadAt = services.clock.now().getTime();
  let nextReason: Reason | undefined;
  let checking: Promise<void> | undefined;

  const checkOnce = async (reason: Reason): Promise<void> => {
    await beforeCheck?.();
    const now = services.clock.now().getTime();
    if (now - keysReadAt >= keyRefreshMs) {
      keysReadAt = now;
      await services.keyring.refresh();
    }
    await runner.look(reason);
  };
  const checkUntilDone = async (): Promise<void> => {
    while (nextReason !== undefined) {
      const reason = nextReason;
      nextReason = undefined;
      await checkOnce(reason).catch((error: unknown) =>
        services.log.error({ err: error }, 'due work could not be read'),
      );
    }
    checking = undefined;
  };
  const scheduleCheck = (reason: Reason): void => {
    if (isStopped) return;
    // Each reason includes due rows, so `arrivals` replaces a waiting reason, and any reason replaces `due`.
    if (nextReason === undefined || reason === 'arrivals' || nextReason === 'due') nextReason = reason;
    checking ??= checkUntilDone();
  };
  const unsubscribe = services.notifier.on(
    (topic) => {
      if (topics.has(topic)) scheduleCheck(arrivals.has(topic) ? 'arrivals' : 'due');
    },
    () => scheduleCheck('arrivals'),
  );
  const timer = setInterval(scheduleCheck, pollMs, 'poll');
  scheduleCheck('arrivals');

  return {
    async stop() {
      isStopped = true;
      nextReason = undefined;
      clearInterval(timer);
      unsubscribe();
      await checking;
      runner.stop();
      const abort = setTimeout(abortCalls, graceMs);
      await runner.idle();
      clearTimeout(abort);
    },
  };
}
