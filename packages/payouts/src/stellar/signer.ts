import { Buffer } from 'node:buffer';
import { Operation, StrKey } from '@stellar/stellar-sdk/base';
import { fromMinor } from '@wusd/api-sdk/money';
import type { SigningKey } from '../keys/signing-key.ts';
import { PayoutRejected } from '../payout-port.ts';
import { accountOf } from './accounts.ts';
import { buildAttempt, hexOf } from './envelope.ts';
import { assetOf, decimals, type StellarSettings, type StellarToken } from './settings.ts';

/** A sender's sequence number, and the fee of the transaction that uses it. */
interface Slot {
  sender: string;
  sequence: bigint;
  /** Stroops per operation. */
  price: bigint;
}

/** An unsigned payment. */
interface TokenPayment extends Slot {
  token: StellarToken;
  /** `G…` or `M…`. */
  to: string;
  memo?: string | undefined;
  /** In stroops of the token. */
  units: bigint;
}

interface Signed {
  /** XDR in base64. */
  raw: string;
  hash: string;
}

/** Signs with the payout keys, and enforces its own limits regardless of the caller's checks. */
export interface Signer {
  /** Account of the current key. */
  address: string;
  /** @throws PayoutRejected if the payment exceeds a limit, or its token or sender is unknown */
  sign(payment: TokenPayment): Promise<Signed>;
  /**
   * Signs a transaction that bumps the sequence number to 0. This has no effect beyond using the sequence number.
   *
   * @throws PayoutRejected
   */
  cancel(slot: Slot): Promise<Signed>;
}

/**
 * Creates a signer for the payout accounts of a network. It signs only cancellations, and payments of configured tokens
 * up to the limit per payout. The daily limit is enforced in the database, because it covers the payouts of all server
 * nodes.
 */
export function createStellarSigner(
  settings: StellarSettings,
  key: SigningKey<'ed25519'>,
  retiredKeys: readonly SigningKey<'ed25519'>[] = [],
): Signer {
  const { limits, passphrase } = settings;
  const addressOf = ({ publicKey }: SigningKey): string => StrKey.encodeEd25519PublicKey(publicKey);
  const keys = new Map([...retiredKeys, key].map((each) => [addressOf(each), each]));

  const attempt = async (
    slot: Slot & { memo?: string | undefined },
    operation: ReturnType<typeof Operation.payment>,
  ): Promise<Signed> => {
    if (slot.price > limits.maxFee) throw new PayoutRejected('The fee exceeds the limit of the signer', 'fee-limit');
    const signingKey = keys.get(slot.sender);
    if (!signingKey) throw new PayoutRejected(`There is no key for sender ${slot.sender}`, 'key-missing');
    const signature = async (hash: Uint8Array) => Buffer.from(await signingKey.sign(hash)).toString('base64');
    const { inner, bump } = buildAttempt(slot, operation, passphrase);
    // Both calls verify the signature.
    inner.addSignature(slot.sender, await signature(inner.hash()));
    const outer = bump();
    outer.addSignature(slot.sender, await signature(outer.hash()));
    return { raw: outer.toXdr(), hash: hexOf(outer.hash()) };
  };

  return {
    address: addressOf(key),

    async sign({ token, to, units, ...slot }) {
      const known = Object.values(settings.tokens).find(
        ({ code, issuer }) => code === token.code && issuer === token.issuer,
      );
      if (!known) throw new PayoutRejected('The signer does not know the token', 'not-configured');
      if (units > limits.perPayout) throw new PayoutRejected('The amount exceeds the limit per payout', 'payout-limit');
      if (units <= 0n) throw new RangeError('A payout has a positive amount');
      if (accountOf(to) === undefined) throw new TypeError('The recipient is not a Stellar account');
      const amount = fromMinor(units, decimals);
      return attempt(slot, Operation.payment({ destination: to, asset: assetOf(known), amount }));
    },

    cancel: (slot) => attempt(slot, Operation.bumpSequence({ bumpTo: '0' })),
  };
}
