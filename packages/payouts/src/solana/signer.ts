import { ed25519 } from '@noble/curves/ed25519.js';
import {
  type Address,
  getAddressDecoder,
  getBase58Decoder,
  getBase64EncodedWireTransaction,
  signatureBytes,
} from '@solana/kit';
import { toMinor } from '@wusd/api-sdk/money';
import type { SigningKey } from '../keys/signing-key.ts';
import { PayoutRejected } from '../payout-port.ts';
import type { NonceName } from './accounts.ts';
import { compileCancellation, compileTransfer, feeOf, tokenAccountRent, type TransactionFrame } from './message.ts';
import { solDecimals, type SolanaSettings } from './settings.ts';

/** A sender's nonce, and the price of the transaction that uses it. */
interface NoncedRequest {
  sender: Address;
  nonce: NonceName;
  /** In micro-lamports per compute unit. */
  price: bigint;
}

/** An unsigned token transfer. */
interface TransferRequest extends NoncedRequest {
  mint: Address;
  /** Owner of the receiving token account. */
  to: Address;
  /** In the smallest unit of the token. */
  units: bigint;
}

/** A signed transaction in base64, and its signature in base58. */
interface SignedTransaction {
  raw: string;
  hash: string;
}

/** Signs with the payout keys, and enforces its own limits regardless of the caller's checks. */
export interface SolanaSigner {
  /** Address of the current key. */
  address: Address;
  /** Maximum cost of a transfer for its sender, in lamports: the fee and the rent of the recipient's account. */
  costOf(price: bigint): bigint;
  /** Fee of a cancellation, in lamports. */
  cancellationCostOf(price: bigint): bigint;
  /** @throws PayoutRejected if the transfer exceeds a limit, or its token, nonce account or sender is unknown */
  sign(transfer: TransferRequest): Promise<SignedTransaction>;
  /** Signs a transaction that only advances the nonce. @throws PayoutRejected */
  cancel(request: NoncedRequest): Promise<SignedTransaction>;
}

/** Compute unit limit of a cancellation: three instructions of built-in programs at 150 units each, with a margin. */
const cancellationUnits = 1000;

/**
 * Creates a signer that signs only cancellations, and transfers of configured tokens up to the limit per payout. The
 * daily limit is enforced in the database, because it covers the payouts of all servers.
 */
export function createSolanaSigner(
  settings: SolanaSettings,
  key: SigningKey<'ed25519'>,
  retiredKeys: readonly SigningKey<'ed25519'>[] = [],
): SolanaSigner {
  const addressOf = ({ publicKey }: SigningKey<'ed25519'>): Address => getAddressDecoder().decode(publicKey);
  const keys = new Map([...retiredKeys, key].map((each) => [addressOf(each), each]));
  const maxFee = toMinor(settings.limits.maxFeeSol, solDecimals);
  const costOf = (price: bigint): bigint => feeOf({ price, computeUnits: settings.computeUnits }) + tokenAccountRent;
  const cancellationCostOf = (price: bigint): bigint => feeOf({ price, computeUnits: cancellationUnits });

  const frameOf = ({ sender, nonce, price }: NoncedRequest, computeUnits: number, cost: bigint): TransactionFrame => {
    if (!settings.nonceAccounts.includes(nonce.account))
      throw new PayoutRejected('The signer does not know the nonce account', 'not-configured');
    if (price < 0n || cost > maxFee) throw new PayoutRejected('The fee exceeds the limit of the signer', 'fee-limit');
    return { sender, nonce, price, computeUnits };
  };
  const signWith = async (
    sender: Address,
    transaction: Awaited<ReturnType<typeof compileTransfer>>,
  ): Promise<SignedTransaction> => {
    const key = keys.get(sender);
    if (!key) throw new PayoutRejected(`There is no key for sender ${sender}`, 'key-missing');
    const message = Uint8Array.from(transaction.messageBytes);
    const signature = await key.sign(message);
    // An HSM can be misconfigured. A wrong signature would be recorded as the hash of a payout.
    if (!ed25519.verify(signature, message, key.publicKey))
      throw new Error(`The key of sender ${sender} returned an invalid signature`);
    const signed = { ...transaction, signatures: { ...transaction.signatures, [sender]: signatureBytes(signature) } };
    return { raw: getBase64EncodedWireTransaction(signed), hash: getBase58Decoder().decode(signature) };
  };

  return {
    address: addressOf(key),
    costOf,
    cancellationCostOf,

    async sign(transfer) {
      const { sender, mint, to, units, price } = transfer;
      const token = Object.values(settings.tokens).find((each) => each.mint === mint);
      if (!token) throw new PayoutRejected('The signer does not know the token', 'not-configured');
      if (units <= 0n || units > toMinor(settings.limits.perPayout, token.decimals))
        throw new PayoutRejected('The amount exceeds the limit per payout', 'payout-limit');
      const frame = frameOf(transfer, settings.computeUnits, costOf(price));
      return signWith(sender, await compileTransfer(frame, token, to, units));
    },

    async cancel(request) {
      // The maximum total cost equals that of a payout. A cancellation needs fewer compute units, so it can offer a
      // higher price.
      const frame = frameOf(request, cancellationUnits, cancellationCostOf(request.price));
      return signWith(request.sender, compileCancellation(frame));
    },
  };
}
