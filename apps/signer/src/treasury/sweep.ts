import { parsePrice } from '@wusd/payouts/evm/payouts';
import { forEachTransfer } from './for-each.ts';
import { ensureGas } from './gas.ts';
import { authorizeTransfer, TreasuryRejected, type TreasuryTransfer } from './policy.ts';
import { GasAccountLow, policyOf, startTransfer } from './sign-transfer.ts';
import { toppedUp, type TransferRow, transfersOf } from './transfers.ts';
import type { TreasuryNetwork, TreasuryServices } from './treasury.ts';

/** Deposit addresses whose balances a round reads. */
const addressesPerRound = 2000;
/** New transfers of a round. */
const transfersPerRound = 50;

/** A sweep would revert, or a node did not tell. */
class EstimateFailed extends Error {
  override readonly name = 'EstimateFailed';
}

/** A deposit address with enough of a currency, all of it final. */
interface Candidate {
  keyIndex: bigint;
  currency: string;
  finalUnits: bigint;
}

/** @returns a round, which goes on with the addresses where the one before it ended */
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

/** @returns whether a transfer was signed; false if another one is unfinished, or a pause has not ended */
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
  // Before it pays for gas.
  authorizeTransfer(await policyOf(network), sweep, { finalUnits, spentWithin24h: 0n });
  if (await ensureGas(services, network, sweep, finalUnits))
    await startTransfer(services, network, sweep, finalUnits, price);
  return true;
}

/** A top-up in a block has already paid, whether it is final or not. */
const isUnfinished = ({ kind, status }: TransferRow): boolean =>
  status === 'signed' || (kind === 'sweep' && status === 'included');

const firstPauseMs = 10 * 60_000;
const longestPauseMs = 24 * 60 * 60_000;

/**
 * When a currency is swept again that could not be: the pause doubles with each sweep in a row that was reverted.
 *
 * @param rows of the deposit address, the newest first
 */
function retryAt(rows: readonly TransferRow[], currency: string): number {
  const sweeps = rows.filter((row) => row.kind === 'sweep' && row.currency === currency);
  const firstOther = sweeps.findIndex(({ status }) => status !== 'reverted');
  const reverted = firstOther === -1 ? sweeps : sweeps.slice(0, firstOther);
  const [newest] = reverted;
  if (!newest) return 0;
  return newest.updated_at.getTime() + Math.min(firstPauseMs * 2 ** (reverted.length - 1), longestPauseMs);
}
