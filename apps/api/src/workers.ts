import type { Services } from './domains/services.ts';
import { runAutoRedemptions } from './domains/auto-redemption/runs.ts';
import { screenBankAccounts } from './domains/bank-accounts/accounts.ts';
import { screenAddresses } from './domains/blockchain-addresses/addresses.ts';
import { advanceDeposits } from './domains/crypto/deposits.ts';
import { scanChains } from './domains/crypto/scan.ts';
import { followWithdrawals, sendWithdrawals } from './domains/crypto/send-withdrawals.ts';
import { acceptFiatWithdrawals, instructBanks } from './domains/fiat/pay-withdrawals.ts';
import { readStatements } from './domains/fiat/statements.ts';
import { sweep } from './domains/auth/sweep.ts';
import { makeExports } from './domains/history/jobs.ts';
import { runIdentityChecks } from './domains/identity/checks.ts';
import { expireOrders } from './domains/otc/orders.ts';
import { settleOrders } from './domains/otc/settle.ts';
import { sealTransfers } from './ledger/chain.ts';
import { rollUp } from './ledger/roll-up.ts';
import { relayMessages } from './messages/messages.ts';

export interface Workers {
  /** Waits for what is under way and stops. */
  stop(): Promise<void>;
}

const topics = new Set([
  'messages',
  'arrivals',
  'identity',
  'orders',
  'destinations',
  'withdrawals',
  'exports',
  'clock',
]);
/** What each round does, in this order. */
const jobs: ((services: Services) => Promise<unknown>)[] = [
  ({ db, clock, vault, outside }) => relayMessages(db, clock, vault, outside),
  readStatements,
  scanChains,
  advanceDeposits,
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
  ({ db, clock }) => sealTransfers(db, clock),
];
const pollMs = 1000;
const sweepMs = 60_000;

/** Everything once, for who lets time pass without waiting for it. @throws what the first of the jobs does */
export async function runRound(services: Services): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop -- in their order
  for (const job of jobs) await job(services);
}

/** What goes on beside the calls: messages leave, arrivals are credited, orders are settled, what was posted is sealed. Woken at once, and once a second whatever happens. */
export function startWorkers(
  services: Services,
  onError: (error: unknown) => void,
  beforeRound: () => Promise<void> = async () => {},
): Workers {
  let stopped = false;
  let current: Promise<void> = Promise.resolve();
  let queued = false;
  let swept = 0;
  let exporting: Promise<void> | undefined;

  const round = async (): Promise<void> => {
    queued = false;
    await beforeRound();
    // Long, and nothing waits for it: beside the rounds.
    exporting ??= makeExports(services, () => stopped)
      .catch(onError)
      .finally(() => {
        exporting = undefined;
      });
    for (const job of jobs) {
      // oxlint-disable-next-line no-await-in-loop -- in their order, and one that fails keeps none of the others from its turn
      await job(services).catch(onError);
    }
    if (services.clock.now().getTime() - swept >= sweepMs) {
      swept = services.clock.now().getTime();
      await services.keyring.refresh();
      await sweep(services);
    }
  };
  const kick = (): void => {
    if (stopped || queued) return;
    queued = true;
    current = current.then(round).catch(onError);
  };
  const unsubscribe = services.wakeUps.on((topic) => topics.has(topic) && kick());
  const timer = setInterval(kick, pollMs);
  kick();

  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      unsubscribe();
      await current;
      await exporting;
    },
  };
}
