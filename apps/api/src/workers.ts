import type { Services } from './domains/services.ts';
import { screenAddresses } from './domains/blockchain-addresses/addresses.ts';
import { advanceDeposits } from './domains/crypto/deposits.ts';
import { followWithdrawals, sendWithdrawals } from './domains/crypto/send-withdrawals.ts';
import { scanDeposits } from './domains/deposits/deposits.ts';
import { sweep } from './domains/auth/sweep.ts';
import { runIdentityChecks } from './domains/identity/checks.ts';
import { expireOrders, settleOrders } from './domains/otc/orders.ts';
import { sealTransfers } from './ledger/chain.ts';
import { rollUp } from './ledger/roll-up.ts';
import { relayMessages } from './messages/messages.ts';

export interface Workers {
  /** Waits for what is under way and stops. */
  stop(): Promise<void>;
}

const topics = new Set(['messages', 'arrivals', 'identity', 'orders', 'destinations', 'withdrawals', 'clock']);
const pollMs = 1000;
const sweepMs = 60_000;

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

  const round = async (): Promise<void> => {
    queued = false;
    await beforeRound();
    await relayMessages(services.db, services.clock, services.vault, services.outside);
    await scanDeposits(services);
    await advanceDeposits(services);
    await runIdentityChecks(services);
    await screenAddresses(services);
    await sendWithdrawals(services);
    await followWithdrawals(services);
    await expireOrders(services);
    await settleOrders(services);
    await rollUp(services.db);
    await sealTransfers(services.db, services.clock);
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
    },
  };
}
