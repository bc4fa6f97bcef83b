import type { TokenSet } from '../store/store.js';

/** Ages of a session's tokens, measured by two clocks, because the device's clock may be changed. */
export interface Lifetimes {
  /** Starts measuring now, at the moment of issue. */
  begin(tokens: TokenSet): void;
  /** `dead`: must not be sent. `due`: valid, but close enough to its expiry for a background refresh. */
  accessToken(tokens: TokenSet): 'fresh' | 'due' | 'dead';
  refreshIsOver(tokens: TokenSet): boolean;
}

/** Time before a token's expiry at which the background refresh starts; for short lifetimes a quarter of them. */
const aheadMs = 60_000;

/**
 * The age of a token is the maximum of two clocks since this page first saw it. The device's clock would keep an
 * expired token alive if set back; the monotonic clock stops while some devices sleep.
 */
export function createLifetimes(now: () => number, elapsed: () => number): Lifetimes {
  let seen = { generation: -1, at: 0, mark: 0 };

  const begin = ({ generation }: TokenSet): void => {
    seen = { generation, at: now(), mark: elapsed() };
  };
  const clock = (tokens: TokenSet): number => {
    if (seen.generation !== tokens.generation) begin(tokens);
    return Math.max(now(), seen.at + (elapsed() - seen.mark));
  };
  return {
    begin,
    accessToken(tokens) {
      const left = tokens.accessExpiresAt - clock(tokens);
      if (left <= 0) return 'dead';
      return left <= Math.min(aheadMs, (tokens.accessExpiresAt - seen.at) / 4) ? 'due' : 'fresh';
    },
    refreshIsOver: (tokens) => tokens.refreshExpiresAt <= clock(tokens),
  };
}
