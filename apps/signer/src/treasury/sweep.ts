import { parsePrice } from '@wusd/payouts/evm/payouts';
import { forEachTransfer } from './for-each.ts';
import { ensureGas } from './gas.ts';
import { authorizeTransfer, TreasuryRejected, type TreasuryTransfer } from './policy.ts';
import { GasAccountLow, policyOf, startTransfer } from './sign-transfer.ts';
import { toppedUp, type TransferRow, transfersOf } from './transfers.ts';
import type { TreasuryNetwork, TreasuryServices } from './treasury.ts';

/** Maximum number of deposit addresses whose balances a round reads. */
const addressesPerRound = 2000;
/** Maximum number of new transfers per round. */
const transfersPerRound = 50;

/** The gas of a sweep could not be estimated: the sweep would revert, or a node failed. */
class EstimateFailed extends Error {
  override readonly name = 'EstimateFailed';
}

/** A deposit address with at least the minimum of a currency in final blocks. */
interface Candidate {
  keyIndex: bigint;
  currency: string;
  finalUnits: bigint;
}

/** @returns a function that runs a round and continues with the addresses after the previous round */
export function createSweep(services: TreasuryServices, network: TreasuryNetwork): () => Promise<void> {
  let last = 0n;
  /** Candidates that could not be swept, with the end of their pause in milliseconds. */
  const pausedUntil = new Map<string, number>();
  return async () => {
    const { db, product, clock } = services;
    const indexes = await product.keyIndexesAfter(network.networkId, last, addressesPerRound);
    last = indexes.length < addressesPerRound ? 0n : (indexes.at(-1) ?? 0n);
    const waiting = await toppedUp(db, network.networkId, clock.now());
    const candidates = await findCandidates(network, new Set([...waiting, ...indexes]));
    const now = clock.now().getTime();
    for (const [key, until] of pausedUntil) if (until <= now) pausedUntil.delete(key);
    let left = transfersPerRound;
    await forEachTransfer(services, network, candidates, async (candidate) => {
      const key = `${candidate.keyIndex} ${candidate.currency}`;
      if (left === 0 || pausedUntil.has(key)) return;
      try {
        if (await sweepAddress(services, network, candidate)) left -= 1;
      } catch (error) {
        if (error instanceof GasAccountLow) left = 0;
        if (error instanceof TreasuryRejected || error instanceof EstimateFailed)
          pausedUntil.set(key, now + firstPauseMs);
        throw error;
      }
    });
  };
}

async function findCandidates(network: TreasuryNetwork, keyIndexes: ReadonlySet<bigint>): Promise<Candidate[]> {
  const indexOf = await network.depositAddresses.ofAll(keyIndexes);
  const candidates: Candidate[] = [];
  for (const [currency, minimum] of network.limits.minimums)
    for (const [address, finalUnits] of await network.node.finalBalances(currency, [...indexOf.keys()], minimum)) {
      const keyIndex = indexOf.get(address);
      if (keyIndex !== undefined) candidates.push({ keyIndex, currency, finalUnits });
    }
  return candidates;
}

/**
 * @returns whether the candidate counts against the round's limit; false if another transfer is unfinished, or a pause
 * has not ended
 */
async function sweepAddress(
  services: TreasuryServices,
  network: TreasuryNetwork,
  { keyIndex, currency, finalUnits }: Candidate,
): Promise<boolean> {
  const { db, payouts, clock } = services;
  const { networkId, node } = network;
  const before = await transfersOf(db, networkId, keyIndex);
  if (before.some(isUnfinished) || retryAt(before, currency) > clock.now().getTime()) return false;
  const price = await payouts.currentPrice(networkId);
  const payment = {
    sender: network.depositAddresses.of(keyIndex),
    recipient: await network.payoutAddress(),
    token: network.tokens[currency]?.address,
    amount: finalUnits,
  };
  const gas = await node.estimateGas(payment).catch((error: unknown) => {
    throw new EstimateFailed('A node did not estimate the gas of a sweep', { cause: error });
  });
  const sweep: TreasuryTransfer = { ...payment, kind: 'sweep', keyIndex, currency, gas, fees: parsePrice(price) };
  // Checks the sweep before paying for its gas.
  authorizeTransfer(await policyOf(network), sweep, { finalUnits, spentWithin24h: 0n });
  if (await ensureGas(services, network, sweep, finalUnits))
    await startTransfer(services, network, sweep, finalUnits, price);
  return true;
}

/** Whether a transfer is unfinished. A top-up in a block has already paid, even if it is not final. */
const isUnfinished = ({ kind, status }: TransferRow): boolean =>
  status === 'signed' || (kind === 'sweep' && status === 'included');

const firstPauseMs = 10 * 60_000;
const longestPauseMs = 24 * 60 * 60_000;

/**
 * Returns the time of the next sweep of a currency: the pause doubles with each consecutive reverted sweep.
 *
 * @param rows transfers of the deposit address, newest first
 */
function retryAt(rows: readonly TransferRow[], currency: string): number {
  const sweeps = rows.filter((row) => row.kind === 'sweep' && row.currency === currency);
  const firstOther = sweeps.findIndex(({ status }) => status !== 'reverted');
  const reverted = firstOther === -1 ? sweeps : sweeps.slice(0, firstOther);
  const [newest] = reverted;
  if (!newest) return 0;
  return newest.updated_at.getTime() + Math.min(firstPauseMs * 2 ** (reverted.length - 1), longestPauseMs);
}
