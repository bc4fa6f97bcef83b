import { parseUnits } from 'viem';
import { bytesToHex, publicKeyToAddress } from 'viem/utils';
import { signRecoverable } from '../keys/recovery.ts';
import type { SigningKey } from '../keys/signing-key.ts';
import { PayoutRejected } from '../payout-port.ts';
import { fromEvmAddress } from './address.ts';
import { digestOf, encodeSigned, encodeTransfer, type TokenTransfer } from './transaction.ts';
import { sunOf, type TronSettings } from './settings.ts';

/** Signs with the payout keys, and enforces its own limits regardless of the caller's checks. */
export interface TronSigner {
  /** Address of the current key. */
  address: string;
  /** @throws PayoutRejected if the transfer exceeds a limit, or its token or sender is unknown */
  sign(transfer: TokenTransfer): Promise<{ raw: string; hash: string }>;
}

/** The Tron address of a key. */
export const addressOfKey = ({ publicKey }: SigningKey<'secp256k1'>): string =>
  fromEvmAddress(publicKeyToAddress(bytesToHex(publicKey)));

/**
 * Creates a signer that signs only transfers of configured tokens, up to the limits per payout and for the fee. The
 * daily limit is enforced in the database, because it covers the payouts of all server nodes.
 *
 * @param retiredKeys previous keys with payouts that are not final yet
 */
export function createTronSigner(
  key: SigningKey<'secp256k1'>,
  retiredKeys: readonly SigningKey<'secp256k1'>[],
  { tokens, limits }: Pick<TronSettings, 'tokens' | 'limits'>,
): TronSigner {
  const keys = new Map([key, ...retiredKeys].map((each) => [addressOfKey(each), each]));
  const keyOf = (sender: string): SigningKey<'secp256k1'> => {
    const match = keys.get(sender);
    if (!match) throw new PayoutRejected(`There is no key for sender ${sender}`, 'key-missing');
    return match;
  };
  const assertWithinLimits = ({ token, units, feeLimit }: TokenTransfer): void => {
    const known = Object.values(tokens).find(({ address }) => address === token);
    if (!known) throw new PayoutRejected('The signer does not know the token', 'not-configured');
    if (units <= 0n) throw new RangeError('The amount must be positive');
    if (units > parseUnits(limits.perPayout, known.decimals))
      throw new PayoutRejected('The amount exceeds the limit per payout', 'payout-limit');
    if (feeLimit > sunOf(limits.maxFeeTrx))
      throw new PayoutRejected('The fee exceeds the limit of the signer', 'fee-limit');
  };
  return {
    address: addressOfKey(key),
    async sign(transfer) {
      assertWithinLimits(transfer);
      const rawData = encodeTransfer(transfer);
      const digest = digestOf(rawData);
      const { compact, recovery } = await signRecoverable(keyOf(transfer.sender), digest);
      // Nodes recover the sender from r, s and v.
      return {
        raw: encodeSigned(rawData, Uint8Array.of(...compact, 27 + recovery)),
        hash: Buffer.from(digest).toString('hex'),
      };
    },
  };
}
