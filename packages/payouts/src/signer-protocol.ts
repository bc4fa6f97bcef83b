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

/** Answer 200 of `GET /v1/treasury?after=<position>`. */
export const treasuryReport = v.object({
  /** Transactions between our own addresses that are final, by their positions, after the one that was asked for. */
  transfers: v.array(
    v.object({
      position: v.pipe(v.string(), v.digits()),
      networkId: v.number(),
      sender: v.string(),
      nonce: v.pipe(v.string(), v.digits()),
      hash: v.string(),
    }),
  ),
  /** Of all final transactions: lower than one that was reported before only if the signer's database was restored. */
  newestPosition: v.pipe(v.string(), v.digits()),
  networks: v.array(
    v.object({
      networkId: v.number(),
      gasAccount: v.string(),
      /** Top-ups that the gas account can pay for at the current price; left out until a node has told. */
      topUpsLeft: v.optional(v.pipe(v.string(), v.digits())),
      /** Whether sweeps wait for the limit of gas within 24 hours. */
      isLimitReached: v.boolean(),
      /** Transfers that are not final after an hour. */
      stuck: v.number(),
      /** End of the last round that succeeded. */
      succeededAt: v.pipe(v.string(), v.isoTimestamp()),
    }),
  ),
});
export type TreasuryReport = v.InferOutput<typeof treasuryReport>;

const position = v.pipe(v.string(), v.digits());

/** Answer 200 of `GET /v1/signatures?since=<time>&after=<position>`: a page of what was signed since a time, in the order of its positions. */
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
      /** Empty where there is none. */
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

/** Answer 200 of `GET /v1/keys`, by family of networks. */
export const signerKeys = v.partial(v.object({ evm: keys, tron: keys, solana: keys, stellar: keys }));
export type SignerKeys = v.InferOutput<typeof signerKeys>;
