import type { TokenSet } from '../store/store.js';

/** How far a session's tokens are through their lives, by two clocks of which one may be changed under way. */
export interface Lifetimes {
  /** Counts from now, the moment at which they were issued. */
  begin(tokens: TokenSet): void;
  /** `dead`: not to be sent any more. `due`: alive, but near enough to its end to fetch the next one. */
  accessToken(tokens: TokenSet): 'fresh' | 'due' | 'dead';
  refreshIsOver(tokens: TokenSet): boolean;
}

/** How long before a token's end its successor is fetched behind it, or a quarter of a short life. */
const aheadMs = 60_000;

/**
 * A token is as old as the later of two clocks says, counted from when this page first saw it. Set back, the device's clock
 * would keep a dead token alive; the other one stands still while some devices sleep.
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
