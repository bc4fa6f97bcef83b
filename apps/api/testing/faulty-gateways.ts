import type { Gateways } from '../src/gateways/ports.ts';
import { createDraws } from './seeded.ts';
import { methodOf } from './methods.ts';

// A double between the server and its gateways that injects realistic faults.

/** Faults of a gateway call. */
export const faults = ['hang', 'late', 'slow', 'twice', 'refused', 'answer lost', 'wrong'] as const;
type Fault = (typeof faults)[number];

/** Gateways that background work calls. */
export const gatewayNames = ['mail', 'sms', 'chain', 'payouts', 'screening', 'bank'] as const;
export type GatewayName = (typeof gatewayNames)[number];

type Method = (...args: unknown[]) => Promise<unknown>;

/** Implausible answers by `gateway.method`. A call without such an answer throws instead. */
const wrongAnswers: Record<string, unknown> = {
  'chain.inspect': { head: { height: 0n, hash: '' }, states: [] },
  'payouts.statusOf': 'unknown',
  'payouts.liquidity': 0n,
};

export interface FaultyGateways {
  wrap(gateways: Gateways): Gateways;
  /** Makes calls of this gateway fail with a fault. The seed determines which calls fail. */
  fail(gateway: GatewayName, fault: Fault): void;
  /**
   * Ends the deadlines of calls in progress and stops all faults. Late calls take effect now, after their caller has
   * given up.
   */
  heal(): Promise<void>;
  /** Starts a deadline that ends when the gateways heal, independently of time. */
  startDeadline(onEnd: () => void): () => void;
  /** Returns the number of failed calls since the last `fail`. */
  injected(): number;
}

/** @param share share of calls that fail, from 0 to 1 */
export function createFaultyGateways({ seed, share = 0.7 }: { seed: number; share?: number }): FaultyGateways {
  const draw = createDraws(seed);
  let failing: { gateway: GatewayName; fault: Fault } | undefined;
  let injected = 0;
  let release: (() => void)[] = [];
  let late: Promise<unknown>[] = [];
  const deadlines = new Set<() => void>();
  const counts = new Map<string, number>();

  /** The same calls fail for the same seed, regardless of how calls of different methods interleave. */
  function isDrawn(name: string, fault: Fault): boolean {
    const count = (counts.get(`${name}/${fault}`) ?? 0) + 1;
    counts.set(`${name}/${fault}`, count);
    // The first call always fails, so that every run has a fault.
    return count === 1 || draw(`${name}/${fault}/${count}`, 1000) < share * 1000;
  }

  const healed = (): Promise<void> => new Promise((resume) => release.push(resume));

  async function failWith(fault: Fault, name: string, call: () => Promise<unknown>): Promise<unknown> {
    injected += 1;
    switch (fault) {
      case 'hang':
        return new Promise(() => {});
      case 'late': {
        const done = healed().then(call);
        late.push(done.catch(() => undefined));
        return done;
      }
      case 'slow':
        // Slower than all other calls, but within every deadline.
        await new Promise((resume) => setTimeout(resume, 20));
        return call();
      case 'twice':
        await call();
        return call();
      case 'refused':
        throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
      case 'answer lost':
        await call();
        throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
      case 'wrong':
        if (name in wrongAnswers) return wrongAnswers[name];
        throw new SyntaxError('Unexpected token < in JSON');
    }
  }

  const wrapMethod =
    (gateway: GatewayName, method: string, original: Method): Method =>
    (...args) => {
      const fault = failing?.gateway === gateway ? failing.fault : undefined;
      const name = `${gateway}.${method}`;
      if (fault === undefined || !isDrawn(name, fault)) return original(...args);
      return failWith(fault, name, () => original(...args));
    };

  function wrapGateway<T extends object>(gateway: GatewayName, port: T): T {
    return new Proxy(port, {
      get(target, property, receiver) {
        const value: unknown = Reflect.get(target, property, receiver);
        if (typeof value !== 'function' || typeof property !== 'string') return value;
        const method = methodOf(target, property);
        return wrapMethod(gateway, property, async (...given) => method(...given));
      },
    });
  }

  return {
    wrap: (gateways) => ({
      ...gateways,
      mail: wrapGateway('mail', gateways.mail),
      sms: wrapGateway('sms', gateways.sms),
      chain: wrapGateway('chain', gateways.chain),
      payouts: wrapGateway('payouts', gateways.payouts),
      screening: wrapGateway('screening', gateways.screening),
      bank: wrapGateway('bank', gateways.bank),
    }),
    fail(gateway, fault) {
      failing = { gateway, fault };
      injected = 0;
    },
    async heal() {
      failing = undefined;
      for (const end of deadlines) end();
      deadlines.clear();
      for (const resume of release) resume();
      release = [];
      await Promise.all(late);
      late = [];
    },
    startDeadline(onEnd) {
      deadlines.add(onEnd);
      return () => deadlines.delete(onEnd);
    },
    injected: () => injected,
  };
}
