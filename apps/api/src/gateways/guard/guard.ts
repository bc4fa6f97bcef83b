import { closeAlert, raiseAlert } from '../../platform/alerts/alerts.ts';
import type { Clock } from '@wusd/server-kit/clock';
import type { Db } from '../../platform/database/database.ts';
import { DatabaseUnavailableError } from '../../platform/database/unavailable.ts';
import type { Logger } from '@wusd/server-kit/logging';
import { networkNameOf } from '@wusd/server-kit/registry/networks';
import type { BankEntryBatch, Gateways } from '../ports.ts';
import { DepositAddressesExhausted } from '@wusd/payouts/chain-port';
import { PayoutRejected } from '@wusd/payouts/payout-port';
import { type Breaker, createBreaker, type CircuitState } from './breaker.ts';
import { classifyFailure, type GatewayCall, GatewayError } from '../../platform/errors/gateway-error.ts';
import { withOutboundSignal } from '@wusd/server-kit/outbound';
import { createCallObserver } from './observe-calls.ts';

export interface GuardOptions {
  clock: Clock;
  db: Db;
  log: Logger;
  /** From 0 to 1. @default Math.random */
  random?: () => number;
  /** Starts a timer. @returns a function that cancels it @default a system timer */
  startTimer?(onEnd: () => void, ms: number): () => void;
}

export interface Guard {
  /** Adds a deadline and a circuit breaker to every call. Calls that fail reject with `GatewayError`. */
  wrap(gateways: Gateways): Gateways;
  /** Aborts calls in progress and rejects new ones, because the process stops. */
  abort(): void;
  /** Returns the circuit state by gateway, for gateways that were called since the process started. */
  circuits(): ReadonlyMap<string, CircuitState>;
}

/** Longer than the adapters' own timeouts, whose errors are more specific. */
const deadlinesMs = {
  captcha: 12_000,
  rates: 8000,
  email: 20_000,
  sms: 15_000,
  screening: 15_000,
  identity: 20_000,
  chain: 30_000,
  /** Long, because the call reads the balance of every address. */
  holdings: 120_000,
  signer: 20_000,
  bank: 90_000,
  blobs: 120_000,
} as const;

const systemTimer = (onEnd: () => void, ms: number): (() => void) => {
  const timer = setTimeout(onEnd, ms);
  return () => clearTimeout(timer);
};

/** Name of a network in names of queues and gateways, e.g. `polygon`. */
export const networkSlug = (networkId: number): string =>
  networkNameOf(networkId)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
const chainGateway = (networkId: number): string => `chain:${networkSlug(networkId)}`;

export function createGuard({ clock, db, log, random = Math.random, startTimer = systemTimer }: GuardOptions): Guard {
  const stopping = new AbortController();
  const breakers = new Map<string, Breaker>();

  /**
   * The last write of each gateway's alert. The next write waits for it: a slow write could otherwise undo a newer
   * one.
   */
  const alertWrites = new Map<string, Promise<void>>();
  const writeAlert = async (gateway: string, state: 'open' | 'closed'): Promise<void> => {
    const alert = { kind: 'gateway-down', entityId: gateway } as const;
    await (state === 'open' ? raiseAlert({ db, clock, log }, alert) : closeAlert({ db, clock, log }, alert, 'system'));
  };
  const updateAlert = (gateway: string, state: 'open' | 'closed'): void => {
    const before = alertWrites.get(gateway) ?? Promise.resolve();
    const written = before
      .then(() => writeAlert(gateway, state))
      .catch((error: unknown) => log.error({ err: error, gateway }, 'the alert about a gateway could not be written'));
    alertWrites.set(gateway, written);
  };

  const breakerOf = (gateway: string): Breaker => {
    const existing = breakers.get(gateway);
    if (existing) return existing;
    const breaker = createBreaker({
      clock,
      random,
      onChange(state) {
        if (state === 'open') log.warn({ event: 'circuit-open', gateway }, 'calls to a gateway are suspended');
        updateAlert(gateway, state);
      },
    });
    breakers.set(gateway, breaker);
    return breaker;
  };

  const observeCall = createCallObserver(() => breakers);

  /** @param hasBreaker false for calls that use no network once the signer's keys are loaded */
  async function call<T>(
    about: GatewayCall,
    deadlineMs: number,
    work: () => Promise<T>,
    hasBreaker = true,
  ): Promise<T> {
    const breaker = hasBreaker ? breakerOf(about.gateway) : undefined;
    if (stopping.signal.aborted) throw new GatewayError(about, 'stopped');
    if (breaker && !breaker.tryAcquire()) throw new GatewayError(about, 'circuit-open');
    try {
      const result = await observeCall(about, () => untilDeadline(about, deadlineMs, work));
      breaker?.succeeded();
      return result;
    } catch (error) {
      // Rejections by the signer's limits, exhausted deposit addresses and failures of our database say nothing about
      // the gateway.
      if (isRejection(error) || isOwnDatabase(error)) {
        breaker?.released();
        throw error;
      }
      const failure = error instanceof GatewayError ? error : new GatewayError(about, classifyFailure(error), error);
      if (breaker) reportFailure(breaker, failure);
      throw failure;
    }
  }

  function reportFailure(breaker: Breaker, failure: GatewayError): void {
    if (failure.isOutage) breaker.failed();
    // A gateway that rejects a call is available.
    else if (failure.reason === 'refused') breaker.succeeded();
    else breaker.released();
  }

  function untilDeadline<T>(about: GatewayCall, deadlineMs: number, work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const controller = new AbortController();
      const end = (error: GatewayError): void => {
        reject(error);
        controller.abort(error);
      };
      const onStop = (): void => end(new GatewayError(about, 'stopped'));
      stopping.signal.addEventListener('abort', onStop, { once: true });
      const cancel = startTimer(() => end(new GatewayError(about, 'timeout')), deadlineMs);
      withOutboundSignal(controller.signal, work)
        .then(resolve, reject)
        .finally(() => {
          cancel();
          stopping.signal.removeEventListener('abort', onStop);
        });
    });
  }

  /** Logs a failed call and returns the fallback to its caller. */
  const orElse =
    <T>(fallback: T) =>
    (error: unknown): T => {
      if (!(error instanceof GatewayError)) throw error;
      if (!error.isNotTried) log.warn({ err: error, gateway: error.gateway }, 'a gateway gave no answer');
      return fallback;
    };

  return {
    circuits: () => new Map([...breakers].map(([gateway, { state }]) => [gateway, state])),
    abort: () => stopping.abort(),
    wrap(gateways) {
      const { mail, sms, chain, payouts, screening, bank, blobs, rates, captcha, identity, treasury, signatures } =
        gateways;
      const callChain = <T>(networkId: number, operation: string, work: () => Promise<T>): Promise<T> =>
        call({ gateway: chainGateway(networkId), operation, networkId }, deadlinesMs.chain, work);
      const callSigner = <T>(networkId: number, operation: string, work: () => Promise<T>): Promise<T> =>
        call({ gateway: 'signer', operation, networkId }, deadlinesMs.signer, work);
      const callAdapter = <T>(networkId: number, operation: string, work: () => Promise<T>): Promise<T> =>
        call({ gateway: 'signer', operation, networkId }, deadlinesMs.signer, work, false);
      const callBank = <T>(partnerId: string | undefined, operation: string, work: () => Promise<T>): Promise<T> =>
        call({ gateway: `bank:${partnerId ?? 'all'}`, operation }, deadlinesMs.bank, work);
      const callGateway = <T>(
        gateway: keyof typeof deadlinesMs,
        operation: string,
        work: () => Promise<T>,
      ): Promise<T> => call({ gateway, operation }, deadlinesMs[gateway], work);
      const guardBatches = (batches: BankEntryBatch[], partnerId: string | undefined): BankEntryBatch[] =>
        batches.map(({ acknowledge, ...batch }) => ({
          ...batch,
          acknowledge: () => callBank(partnerId, 'acknowledge', acknowledge),
        }));
      return {
        ...gateways,
        mail: { send: (message) => callGateway('email', 'send', () => mail.send(message)) },
        sms: { send: (message) => callGateway('sms', 'send', () => sms.send(message)) },
        chain: {
          depositTarget: (id, keyIndex) => callAdapter(id, 'depositTarget', () => chain.depositTarget(id, keyIndex)),
          needsMemo: (id, address) => callChain(id, 'needsMemo', () => chain.needsMemo(id, address)),
          transfersSince: (id, cursor, addresses, hash) =>
            callChain(id, 'transfersSince', () => chain.transfersSince(id, cursor, addresses, hash)),
          transfersOf: (id, hash) => callChain(id, 'transfersOf', () => chain.transfersOf(id, hash)),
          inspect: (id, transfers) => callChain(id, 'inspect', () => chain.inspect(id, transfers)),
          holdingsAt: (networkId, cursor, addresses) =>
            call({ gateway: chainGateway(networkId), operation: 'holdingsAt', networkId }, deadlinesMs.holdings, () =>
              chain.holdingsAt(networkId, cursor, addresses),
            ),
          supply: (id, currency) => callChain(id, 'supply', () => chain.supply(id, currency)),
        },
        payouts: {
          exclusion: (id) => callAdapter(id, 'exclusion', () => payouts.exclusion(id)),
          sender: (id) => callAdapter(id, 'sender', () => payouts.sender(id)),
          dailyLimit: (id, currency) => callAdapter(id, 'dailyLimit', () => payouts.dailyLimit(id, currency)),
          liquidity: (id, currency) => callChain(id, 'liquidity', () => payouts.liquidity(id, currency)),
          affordablePayouts: (id) => callChain(id, 'affordablePayouts', () => payouts.affordablePayouts(id)),
          paidFee: (id, transaction) => callChain(id, 'paidFee', () => payouts.paidFee(id, transaction)),
          recipientProblem: (id, recipient) =>
            callChain(id, 'recipientProblem', () => payouts.recipientProblem(id, recipient)),
          currentPrice: (id) => callChain(id, 'currentPrice', () => payouts.currentPrice(id)),
          increasedPrice: (id, offered) => callChain(id, 'increasedPrice', () => payouts.increasedPrice(id, offered)),
          replacementPrice: (id, offered) =>
            callChain(id, 'replacementPrice', () => payouts.replacementPrice(id, offered)),
          signCancellation: (payout) =>
            callSigner(payout.networkId, 'signCancellation', () => payouts.signCancellation(payout)),
          sign: (payout) => callSigner(payout.networkId, 'sign', () => payouts.sign(payout)),
          broadcast: (id, raw) => callChain(id, 'broadcast', () => payouts.broadcast(id, raw)),
          statusOf: (sent) => callChain(sent.networkId, 'statusOf', () => payouts.statusOf(sent)),
          nonces: (id) => callChain(id, 'nonces', () => payouts.nonces(id)),
        },
        screening: {
          screenAddress: (id, address) =>
            callGateway('screening', 'screenAddress', () => screening.screenAddress(id, address)),
          screenParty: (party) => callGateway('screening', 'screenParty', () => screening.screenParty(party)),
        },
        bank: {
          unread: (partnerId) =>
            callBank(partnerId, 'unread', async () => guardBatches(await bank.unread(partnerId), partnerId)),
          pay: (payment) => callBank(payment.partnerId, 'pay', () => bank.pay(payment)),
        },
        blobs: {
          put: (key, bytes) => callGateway('blobs', 'put', () => blobs.put(key, bytes)),
          get: (key) => callGateway('blobs', 'get', () => blobs.get(key)),
        },
        captcha: {
          verify: (token, action, address) =>
            callGateway('captcha', 'verify', () => captcha.verify(token, action, address)).catch(orElse(false)),
        },
        ...(treasury && {
          treasury: { report: (after) => callGateway('signer', 'report', () => treasury.report(after)) },
        }),
        ...(signatures && {
          signatures: {
            signedSince: (since, after) =>
              callGateway('signer', 'signedSince', () => signatures.signedSince(since, after)),
          },
        }),
        ...(rates && {
          rates: {
            priceInUsd: (currency) =>
              callGateway('rates', 'priceInUsd', () => rates.priceInUsd(currency)).catch(orElse(undefined)),
          },
        }),
        ...(identity && {
          identity: {
            submit: (check) => callGateway('identity', 'submit', () => identity.submit(check)),
            outcome: (reference) => callGateway('identity', 'outcome', () => identity.outcome(reference)),
          },
        }),
      };
    },
  };
}

const isRejection = (error: unknown): boolean =>
  error instanceof PayoutRejected || error instanceof DepositAddressesExhausted;

const isOwnDatabase = (error: unknown): boolean =>
  error instanceof DatabaseUnavailableError || (error instanceof Error && 'severity' in error);
