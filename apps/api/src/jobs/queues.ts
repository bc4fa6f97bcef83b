import { sweep } from '../domains/auth/sweep.ts';
import { runAutoRedemptions } from '../domains/auto-redemption/runs.ts';
import { screenBankAccounts } from '../domains/bank-accounts/accounts.ts';
import { screenAddresses } from '../domains/blockchain-addresses/addresses.ts';
import { refuseRivals } from '../domains/crypto/claim-matching.ts';
import { searchClaims } from '../domains/crypto/claim-search.ts';
import { advanceDeposits } from '../domains/crypto/deposits.ts';
import { scanChains } from '../domains/crypto/scan.ts';
import { followWithdrawals, sendWithdrawals } from '../domains/crypto/send-withdrawals.ts';
import { acceptFiatWithdrawals, instructBanks } from '../domains/fiat/pay-withdrawals.ts';
import { readStatements } from '../domains/fiat/statements.ts';
import { makeExports } from '../domains/history/jobs.ts';
import { runIdentityChecks } from '../domains/identity/checks.ts';
import { alertOverdue } from '../domains/operators/age-limits.ts';
import { expireOrders } from '../domains/otc/orders.ts';
import { settleOrders } from '../domains/otc/settle.ts';
import { processAccessFailures } from '../domains/security/access-failures.ts';
import type { Services } from '../domains/services.ts';
import { networkSlug } from '../gateways/guard.ts';
import { sealTransfers } from '../ledger/chain.ts';
import { rollUp } from '../ledger/roll-up.ts';
import { relayMessages } from '../messages/messages.ts';
import type { Outside } from '../ports/index.ts';
import type { QueueRun } from './run.ts';

/** Work of one kind that waits for one outside party at most. */
export interface Queue {
  /** Of its kind, and of the network, bank or channel, e.g. `deposits:polygon`. */
  name: string;
  /** As `dueQueues` names it. */
  due: string;
  networkId?: number;
  partnerId?: string;
  run(services: Services, run: QueueRun): Promise<unknown>;
  /** Whether new work is only found by asking outside, which is done once a second; `sweep` once a minute. */
  pollMs?: number;
  /** How its work is kept from two nodes: by a lease of the queue, or by each row, or by locks inside the database. */
  guard: 'lease' | 'rows';
  /** Runs at the same time on one node. */
  parallelRuns: number;
  /** Rows at the same time in one run. */
  parallelRows: number;
  isEndless?: boolean;
}

const usual = { guard: 'lease', parallelRuns: 1, parallelRows: 4 } as const;

/** The queues of a server with these gateways. */
export function queuesOf({ networks, partners }: Pick<Outside, 'networks' | 'partners'>): Queue[] {
  const ofChannel = (channel: 'email' | 'sms'): Queue => {
    const name = `messages:${channel}`;
    return {
      name,
      due: name,
      guard: 'rows',
      parallelRuns: 4,
      parallelRows: 1,
      run: ({ db, clock, vault, outside }, run) => relayMessages(db, clock, vault, outside, { channel, run }),
    };
  };
  const plain = (name: string, run: Queue['run'], more: Partial<Queue> = {}): Queue => ({
    name,
    due: name,
    ...usual,
    run,
    ...more,
  });
  return [
    ofChannel('email'),
    ofChannel('sms'),
    ...partners.flatMap(({ id: partnerId }) => [
      plain(`statements:${partnerId}`, readStatements, { partnerId, pollMs: 1000, parallelRows: 1 }),
      plain(`bank-payments:${partnerId}`, instructBanks, { partnerId }),
    ]),
    ...networks.flatMap((networkId) => {
      const slug = networkSlug(networkId);
      const of = (kind: string, run: Queue['run'], more: Partial<Queue> = {}): Queue =>
        plain(`${kind}:${slug}`, run, { networkId, due: `${kind}:${networkId}`, ...more });
      return [
        of('scan', scanChains, { pollMs: 1000 }),
        of('deposits', advanceDeposits, { isEndless: true }),
        of('claims', searchClaims),
        of('payouts', sendWithdrawals, { parallelRows: 1 }),
        of('payout-status', followWithdrawals, { isEndless: true }),
      ];
    }),
    plain('identity-checks', runIdentityChecks, { guard: 'rows' }),
    plain('address-screening', screenAddresses),
    plain('bank-account-screening', screenBankAccounts),
    plain('fiat-acceptance', acceptFiatWithdrawals),
    plain('auto-redemptions', runAutoRedemptions),
    plain('order-expiry', expireOrders),
    plain('order-settlement', settleOrders),
    plain('roll-up', ({ db }) => rollUp(db), { guard: 'rows' }),
    plain('sealing', ({ db, clock }) => sealTransfers(db, clock), { guard: 'rows' }),
    plain('exports', makeExports, { guard: 'rows' }),
    plain('sweep', sweep, { pollMs: 60_000 }),
    plain('rival-claims', refuseRivals, { pollMs: 60_000 }),
    plain('access-failures', processAccessFailures, { guard: 'rows' }),
    plain('age-limits', alertOverdue, { pollMs: 60_000 }),
  ];
}
