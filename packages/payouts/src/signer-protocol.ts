import * as v from 'valibot';
import { signerRejections } from './payout-port.ts';

// Messages between the server and the signer. The server sends only the id of a payout; the signer reads its fields
// from the database.

export const signRequest = v.strictObject({
  payoutId: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  attempt: v.pipe(v.number(), v.integer(), v.minValue(1)),
});
export type SignRequest = v.InferOutput<typeof signRequest>;

/** Response 200 of `POST /v1/signatures`. */
export const signedPayout = v.object({ raw: v.string(), hash: v.string() });

/** Response 409 of `POST /v1/signatures`: nothing was signed. */
export const signRejection = v.object({
  reason: v.picklist(signerRejections),
  message: v.string(),
  retryAt: v.optional(v.pipe(v.string(), v.isoTimestamp())),
});

const keys = v.object({
  /** The public key in hexadecimal, in the format of `SigningKey.publicKey`. */
  current: v.string(),
  retired: v.array(v.string()),
});

/** Response 200 of `GET /v1/treasury?after=<position>`. */
export const treasuryReport = v.object({
  /** Final transactions between our own addresses after the requested position, in the order of positions. */
  transfers: v.array(
    v.object({
      position: v.pipe(v.string(), v.digits()),
      networkId: v.number(),
      sender: v.string(),
      nonce: v.pipe(v.string(), v.digits()),
      hash: v.string(),
    }),
  ),
  /** Position of the newest final transaction. It decreases only if the signer's database was restored. */
  newestPosition: v.pipe(v.string(), v.digits()),
  networks: v.array(
    v.object({
      networkId: v.number(),
      gasAccount: v.string(),
      /** Top-ups that the gas account can pay for at the current price; absent until a node has reported it. */
      topUpsLeft: v.optional(v.pipe(v.string(), v.digits())),
      /** Whether the limit of gas within 24 hours delays sweeps. */
      isLimitReached: v.boolean(),
      /** Number of transfers that are not final after an hour. */
      stuck: v.number(),
      /** End of the last successful round. */
      succeededAt: v.pipe(v.string(), v.isoTimestamp()),
    }),
  ),
});
export type TreasuryReport = v.InferOutput<typeof treasuryReport>;

const position = v.pipe(v.string(), v.digits());

/**
 * Response 200 of `GET /v1/signatures?since=<time>&after=<position>`: a page of the signatures since a time, in the
 * order of positions.
 */
export const signatureLog = v.object({
  signatures: v.array(
    v.object({
      position,
      payoutId: v.string(),
      attempt: v.number(),
      networkId: v.number(),
      sender: v.string(),
      nonce: v.string(),
      kind: v.picklist(['payout', 'cancellation']),
      to: v.string(),
      /** Empty if the payout has no memo. */
      memo: v.string(),
      currency: v.string(),
      /** Minor units. */
      amount: position,
      price: v.string(),
      raw: v.string(),
      hash: v.string(),
      signedAt: v.pipe(v.string(), v.isoTimestamp()),
    }),
  ),
});
export type LoggedSignature = v.InferOutput<typeof signatureLog>['signatures'][number];

/** Response 200 of `GET /v1/keys`, by family of networks. */
export const signerKeys = v.partial(v.object({ evm: keys, tron: keys, solana: keys, stellar: keys }));
export type SignerKeys = v.InferOutput<typeof signerKeys>;
