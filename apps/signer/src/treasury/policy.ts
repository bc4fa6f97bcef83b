import type { Hex } from '@wusd/payouts/evm/hex';
import type { Fees } from '@wusd/payouts/evm/signer';
import type { SweepLimits } from '@wusd/payouts/evm/treasury';

// Decides which transfers the treasury signs. Whatever asks for one, tokens leave a deposit address for the payout address only, and the
// gas account pays deposit addresses only.

export interface TreasuryPolicy {
  payoutAddress: Hex;
  gasAccount: Hex;
  /** Address of a customer's deposit key, as the signer derives it. */
  depositAddress(keyIndex: bigint): Hex;
  limits: SweepLimits;
}

export interface TreasuryTransfer {
  /** `top-up`: pays for the gas of a sweep. */
  kind: 'sweep' | 'top-up';
  sender: Hex;
  recipient: Hex;
  /** Of the deposit address. */
  keyIndex: bigint;
  /** What is swept, or what the top-up is for. */
  currency: string;
  /** Units of the token; of a top-up wei. */
  amount: bigint;
  gas: bigint;
  fees: Fees;
}

export interface TreasuryFacts {
  /** Units of the currency at the deposit address, in a final block and still. */
  finalUnits: bigint;
  /** Wei that has left the gas account within 24 hours, or may leave it, without this transfer. */
  spentWithin24h: bigint;
}

export type TreasuryRejection = 'sender' | 'recipient' | 'token' | 'amount' | 'fee-limit' | 'gas-limit';

/** The transfer was not signed. */
export class TreasuryRejected extends Error {
  override readonly name = 'TreasuryRejected';
  readonly reason: TreasuryRejection;

  constructor(reason: TreasuryRejection, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** The most that a transfer takes from its sender, in wei. */
export const costOf = ({
  kind,
  amount,
  gas,
  fees,
}: Pick<TreasuryTransfer, 'kind' | 'amount' | 'gas' | 'fees'>): bigint =>
  gas * fees.maxFeePerGas + (kind === 'top-up' ? amount : 0n);

function checkFees({ limits }: TreasuryPolicy, gas: bigint, fees: Fees): void {
  if (gas > limits.maxGas || fees.maxFeePerGas > limits.maxFeePerGas)
    throw new TreasuryRejected('fee-limit', 'The fee exceeds the limit of the network');
}

/** @throws TreasuryRejected if the transfer must not be signed */
export function authorizeTransfer(policy: TreasuryPolicy, transfer: TreasuryTransfer, facts: TreasuryFacts): void {
  const { kind, sender, recipient, keyIndex, currency, amount, gas, fees } = transfer;
  const { limits } = policy;
  const depositAddress = policy.depositAddress(keyIndex);
  const isSweep = kind === 'sweep';
  if (sender !== (isSweep ? depositAddress : policy.gasAccount))
    throw new TreasuryRejected('sender', 'The sender is not the address that this transfer leaves from');
  if (recipient !== (isSweep ? policy.payoutAddress : depositAddress))
    throw new TreasuryRejected('recipient', 'The recipient is not one of our own addresses that this transfer may pay');
  checkFees(policy, gas, fees);
  const minimum = limits.minimums.get(currency);
  if (minimum === undefined || facts.finalUnits < minimum)
    throw new TreasuryRejected('amount', 'The deposit address has too little that is final');
  // A top-up pays for one sweep at most.
  const most = isSweep ? facts.finalUnits : limits.maxGas * limits.maxFeePerGas;
  if (amount <= 0n || amount > most) throw new TreasuryRejected('amount', 'The amount is out of its bounds');
  if (!isSweep && facts.spentWithin24h + costOf(transfer) > limits.gasPerDay)
    throw new TreasuryRejected('gas-limit', 'The limit of gas within 24 hours is used up');
}

/**
 * Decides on signing a recorded transfer again, with nothing but its price changed. The network includes one of both at most, so sender,
 * recipient and amount are those of the record: the payout key may have been changed since. The limit of 24 hours does not apply, because a
 * top-up that waits for a higher price delays all later ones.
 *
 * @throws TreasuryRejected if it must not be signed
 */
export function authorizeReplacement(policy: TreasuryPolicy, recorded: TreasuryTransfer, fees: Fees): void {
  if (recorded.kind === 'top-up' && recorded.sender !== policy.gasAccount)
    throw new TreasuryRejected(
      'sender',
      `The gas account was changed: the top-up from ${recorded.sender} can only be broadcast as it was signed`,
    );
  checkFees(policy, recorded.gas, fees);
}
