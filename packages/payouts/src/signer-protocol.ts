import * as v from 'valibot';
import { signerRejections } from './payout-port.ts';

// Messages between the server and the signer. The server names a payout; what it pays, the signer reads from the database.

export const signRequest = v.strictObject({
  payoutId: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  attempt: v.pipe(v.number(), v.integer(), v.minValue(1)),
});
export type SignRequest = v.InferOutput<typeof signRequest>;

/** Answer 200 of `POST /v1/signatures`. */
export const signedPayout = v.object({ raw: v.string(), hash: v.string() });

/** Answer 409 of `POST /v1/signatures`: nothing was signed. */
export const signRejection = v.object({
  reason: v.picklist(signerRejections),
  message: v.string(),
  retryAt: v.optional(v.pipe(v.string(), v.isoTimestamp())),
});

const keys = v.object({
  /** The public key in hexadecimal, as `SigningKey.publicKey` has it. */
  current: v.string(),
  retired: v.array(v.string()),
});

/** Answer 200 of `GET /v1/keys`, by family of networks. */
export const signerKeys = v.partial(v.object({ evm: keys, tron: keys, solana: keys, stellar: keys }));
export type SignerKeys = v.InferOutput<typeof signerKeys>;
