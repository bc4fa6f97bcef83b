import { BaseError, type Hex, HttpRequestError, type PublicClient, RpcRequestError, TimeoutError } from 'viem';
import { minOf } from '@wusd/server-kit/bigints';
import { erc20 } from './tokens.ts';

/** Initial and maximum number of blocks in one request. */
export const maxBlocks = 1000n;
/** Recipients in one request. Geth and java-tron accept up to 1,000. */
const maxRecipients = 500;
/** Maximum requests for one range of blocks. For more recipients, the reader reads all transfers of the tokens. */
const maxFilters = 10;
/** Accepted requests in a row after which the reader doubles the number of blocks. */
const growAfter = 50;

type Filter = { to: Hex[] } | undefined;

function filtersOf(recipients: readonly Hex[]): Filter[] {
  const count = Math.ceil(recipients.length / maxRecipients);
  if (count > maxFilters) return [undefined];
  return Array.from({ length: count }, (_, at) => ({
    to: recipients.slice(at * maxRecipients, (at + 1) * maxRecipients),
  }));
}

/**
 * Reads event logs of token transfers in ranges of blocks. Each provider limits the blocks, the logs or the duration of
 * a request in its own way. If a provider rejects a range, the reader halves it, and keeps that size for a while.
 *
 * @param tokens contract addresses
 */
export function createLogReader(tokens: readonly Hex[]) {
  let blocks = maxBlocks;
  let accepted = 0;

  const read = async (client: Pick<PublicClient, 'getLogs'>, fromBlock: bigint, toBlock: bigint, filters: Filter[]) => {
    const found = await Promise.all(
      filters.map((args) => client.getLogs({ event: erc20[0], address: [...tokens], args, fromBlock, toBlock })),
    );
    accepted += 1;
    if (accepted >= growAfter) {
      accepted = 0;
      blocks = minOf(blocks * 2n, maxBlocks);
    }
    return found.flat();
  };

  return {
    /** Current maximum of blocks in one request. */
    blocks: (): bigint => blocks,

    /**
     * Reads the logs of transfers in a range, both ends included. With up to 5,000 recipients, only transfers to these.
     *
     * @throws the provider's error if it rejects a single block or does not answer
     */
    async logs(client: Pick<PublicClient, 'getLogs'>, from: bigint, to: bigint, recipients: readonly Hex[]) {
      const filters = filtersOf(recipients);
      const logs: Awaited<ReturnType<typeof read>> = [];
      for (let next = from; next <= to;) {
        const last = minOf(next + blocks - 1n, to);
        try {
          logs.push(...(await read(client, next, last, filters)));
          next = last + 1n;
        } catch (error) {
          if (last === next || !isTooMuch(error)) throw error;
          accepted = 0;
          blocks = (last - next + 1n) / 2n;
        }
      }
      return logs;
    },
  };
}

/** HTTP statuses with which providers reject a range that is too large. */
const tooLarge: ReadonlySet<number | undefined> = new Set([400, 413, 422]);

/**
 * Whether a smaller range may succeed: the provider rejected this range or timed out. Error codes and messages differ
 * between providers.
 */
function isTooMuch(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false;
  const cause = error.walk(
    (each) =>
      each instanceof RpcRequestError ||
      each instanceof TimeoutError ||
      (each instanceof HttpRequestError && tooLarge.has(each.status)),
  );
  return cause !== null;
}
