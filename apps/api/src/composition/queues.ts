import { deleteExpiredRows } from '../domains/operations/retention.ts';
import { runAutoRedemptions } from '../domains/exchange/auto-redemption/runs.ts';
import { screenBankAccounts } from '../domains/destinations/bank-accounts/transitions.ts';
import { screenAddresses } from '../domains/destinations/blockchain-addresses/addresses.ts';
import { rejectRivalClaims } from '../domains/transfers/crypto/claim-matching.ts';
import { searchClaims } from '../domains/transfers/crypto/claim-search.ts';
import { advanceDeposits } from '../domains/transfers/crypto/deposits.ts';
import { scanChains } from '../domains/transfers/crypto/scan.ts';
import { followWithdrawals } from '../domains/transfers/crypto/follow-withdrawals.ts';
import { postPayoutFees } from '../domains/transfers/crypto/network-fees.ts';
import { watchPayoutFunds } from '../domains/transfers/crypto/payout-funds.ts';
import { sendWithdrawals } from '../domains/transfers/crypto/send-withdrawals.ts';
import { followTreasury } from '../domains/transfers/crypto/treasury.ts';
import { acceptFiatWithdrawals, instructBanks } from '../domains/transfers/fiat/pay-withdrawals.ts';
import { readStatements } from '../domains/transfers/fiat/statements.ts';
import { runExports } from '../domains/history/export-jobs.ts';
import { runIdentityChecks } from '../domains/identity-access/identity/checks.ts';
import { scanDocuments } from '../domains/identity-access/verification/scans.ts';
import { followSupplyOrders } from '../domains/operations/supply/follow.ts';
import { alertOverdue } from '../domains/operations/age-limits.ts';
import { expireOrders } from '../domains/exchange/otc/orders.ts';
import { settleOrders } from '../domains/exchange/otc/settle.ts';
import { processAccessFailures } from '../domains/identity-access/security/access-failures.ts';
import type { Services } from '../domains/services.ts';
import { isEvm } from '@wusd/server-kit/registry/networks';
import { networkSlug } from '../gateways/guard/guard.ts';
import { appendHashChain } from '../ledger/hash-chain.ts';
import { rollUp } from '../ledger/roll-up.ts';
import { createTimePartitions } from '../platform/database/partitions.ts';
import { relayMessages } from '../platform/outbox/messages.ts';
import type { Queue } from '../platform/jobs/queue.ts';
import type { QueueRun } from '../platform/jobs/run.ts';

const usual = { guard: 'lease', parallelRuns: 1, parallelRows: 4 } as const;

type Job = (services: Services, run: QueueRun) => Promise<unknown>;

/**
 * Creates the queues of a node. Kinds of work that depend on a network, bank or channel have a queue for each of them.
 */
export function createQueues(services: Services): Queue[] {
  const { networks, partners } = services.gateways;
  const messageQueue = (channel: 'email' | 'sms'): Queue => {
    const name = `messages:${channel}`;
    return {
      name,
      due: name,
      guard: 'rows',
      parallelRuns: 4,
      parallelRows: 1,
      run: (run) => relayMessages(services.db, services.clock, services.vault, services.gateways, { channel, run }),
    };
  };
  const createQueue = (name: string, job: Job, more: Partial<Queue> = {}): Queue => ({
    name,
    due: name,
    ...usual,
    run: (run) => job(services, run),
    ...more,
  });
  return [
    messageQueue('email'),
    messageQueue('sms'),
    ...partners.flatMap(({ id: partnerId }) => [
      createQueue(`statements:${partnerId}`, readStatements, { partnerId, pollMs: 1000, parallelRows: 1 }),
      createQueue(`bank-payments:${partnerId}`, instructBanks, { partnerId }),
    ]),
    ...networks.flatMap((networkId) => {
      const slug = networkSlug(networkId);
      const networkQueue = (kind: string, job: Job, more: Partial<Queue> = {}): Queue =>
        createQueue(`${kind}:${slug}`, job, { networkId, due: `${kind}:${networkId}`, ...more });
      return [
        networkQueue('scan', scanChains, { pollMs: 1000 }),
        networkQueue('deposits', advanceDeposits, { isEndless: true }),
        networkQueue('claims', searchClaims),
        networkQueue('payouts', sendWithdrawals, { parallelRows: 1 }),
        networkQueue('payout-status', followWithdrawals, { isEndless: true }),
        networkQueue('payout-funds', watchPayoutFunds, { pollMs: 60_000 }),
        ...(isEvm(networkId) ? [networkQueue('network-fees', postPayoutFees, { pollMs: 60_000 })] : []),
        networkQueue('supply-orders', followSupplyOrders, { isEndless: true }),
      ];
    }),
    ...(services.gateways.treasury ? [createQueue('treasury', followTreasury, { pollMs: 60_000 })] : []),
    createQueue('identity-checks', runIdentityChecks, { guard: 'rows' }),
    createQueue('document-scans', scanDocuments, { guard: 'rows' }),
    createQueue('address-screening', screenAddresses),
    createQueue('bank-account-screening', screenBankAccounts),
    createQueue('fiat-acceptance', acceptFiatWithdrawals),
    createQueue('auto-redemptions', runAutoRedemptions),
    createQueue('order-expiry', expireOrders),
    createQueue('order-settlement', settleOrders),
    createQueue('roll-up', ({ db }) => rollUp(db), { guard: 'rows' }),
    createQueue('sealing', ({ db, clock }) => appendHashChain(db, clock), { guard: 'rows' }),
    createQueue('exports', runExports, { guard: 'rows' }),
    createQueue('sweep', deleteExpiredRows, { pollMs: 60_000 }),
    createQueue('partitions', ({ db, clock }) => createTimePartitions(db, clock), { pollMs: 60_000 }),
    createQueue('rival-claims', rejectRivalClaims, { pollMs: 60_000 }),
    createQueue('access-failures', processAccessFailures, { guard: 'rows' }),
    createQueue('age-limits', alertOverdue, { pollMs: 60_000 }),
  ];
}
