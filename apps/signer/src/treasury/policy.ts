import type { Hex } from '@wusd/payouts/evm/hex';
import type { Fees } from '@wusd/payouts/evm/signer';
import type { SweepLimits } from '@wusd/payouts/evm/treasury';

// Decides which transfers the treasury signs. For any request, tokens leave a deposit address only for the payout
// address, and the gas account pays only deposit addresses.

export interface TreasuryPolicy {
  payoutAddress: Hex;
  gasAccount: Hex;
  /** Returns the address of a customer's deposit key, derived by the signer. */
  depositAddress(keyIndex: bigint): Hex;
  limits: SweepLimits;
}

export interface TreasuryTransfer {
  /** `top-up`: pays for the gas of a sweep. */
  kind: 'sweep' | 'top-up';
  sender: Hex;
  recipient: Hex;
  /** Key index of the deposit address. */
  keyIndex: bigint;
  /** Currency that is swept, or for whose sweep the top-up pays. */
  currency: string;
  /** In units of the token; in wei for a top-up. */
  amount: bigint;
  gas: bigint;
  fees: Fees;
}

export interface TreasuryFacts {
  /** Units of the currency at the deposit address, both in a final block and now. */
  finalUnits: bigint;
  /** Wei that has left the gas account within 24 hours or may still leave it, excluding this transfer. */
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

/** Returns the maximum cost of a transfer for its sender, in wei. */
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
  // A top-up pays for at most one sweep.
  const most = isSweep ? facts.finalUnits : limits.maxGas * limits.maxFeePerGas;
  if (amount <= 0n || amount > most) throw new TreasuryRejected('amount', 'The amount is out of its bounds');
  if (!isSweep && facts.spentWithin24h + costOf(transfer) > limits.gasPerDay)
    throw new TreasuryRejected('gas-limit', 'The limit of gas within 24 hours is used up');
}

/**
 * Authorizes a replacement of a recorded transfer that changes only its price. The network includes at most one of
 * both. Sender, recipient and amount come from the record, because the payout key may have changed since. The 24-hour
 * limit does not apply, because a top-up that waits for a higher price delays all later ones.
 *
 * @throws TreasuryRejected if the replacement must not be signed
 */
export function authorizeReplacement(policy: TreasuryPolicy, recorded: TreasuryTransfer, fees: Fees): void {
  if (recorded.kind === 'top-up' && recorded.sender !== policy.gasAccount)
    throw new TreasuryRejected(
      'sender',
      `The gas account was changed: the top-up from ${recorded.sender} can only be broadcast as it was signed`,
    );
  checkFees(policy, recorded.gas, fees);
}
