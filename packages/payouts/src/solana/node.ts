import type { Address } from '@solana/kit';
import { getMintDecoder, getMintSize, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token';
import * as v from 'valibot';
import type { SolanaAccount } from './accounts.ts';
import { createRpcCall, RpcError } from './rpc.ts';
import type { SolanaSettings } from './settings.ts';
import { transactionSchema, type SolanaTransaction } from './transfers.ts';

export type Commitment = 'confirmed' | 'finalized';

const token2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
/** Error codes for a skipped slot, or for a block that the node does not have or no longer has. */
const missingBlockCodes = new Set([-32_001, -32_004, -32_007, -32_009, -32_014]);

const accountSchema = v.nullable(
  v.pipe(
    v.object({
      owner: v.string(),
      executable: v.boolean(),
      lamports: v.bigint(),
      data: v.tuple([v.string(), v.literal('base64')]),
    }),
    v.transform(({ owner, executable, lamports, data: [base64] }): SolanaAccount => {
      return {
        program: owner,
        isExecutable: executable,
        lamports,
        data: Uint8Array.from(Buffer.from(base64, 'base64')),
      };
    }),
  ),
);
const accountsSchema = v.object({ value: v.array(accountSchema) });
const confirmationStatus = v.nullable(v.picklist(['processed', 'confirmed', 'finalized']));
const signaturesSchema = v.array(
  v.object({
    signature: v.string(),
    slot: v.bigint(),
    err: v.unknown(),
    confirmationStatus: v.nullish(confirmationStatus),
  }),
);
const statusesSchema = v.object({
  value: v.tuple([v.nullable(v.object({ slot: v.bigint(), err: v.unknown(), confirmationStatus }))]),
});
const feesSchema = v.array(v.object({ slot: v.bigint(), prioritizationFee: v.bigint() }));

type SignatureEntry = v.InferOutput<typeof signaturesSchema>[number];
export type SignatureStatus = { slot: bigint; hasFailed: boolean; status: 'processed' | Commitment };

/** Maximum accounts in one request. */
const maxAccounts = 100;

/** One JSON-RPC endpoint. Its responses are used only after it has reported the expected genesis hash and mints. */
export type SolanaNode = ReturnType<typeof createSolanaNode>;

/** @param name the node's name in errors */
export function createSolanaNode(settings: SolanaSettings, url: string, name: string) {
  const unverified = createRpcCall(url, name);

  const readAccounts = async (addresses: readonly string[], commitment: Commitment) => {
    const found: (SolanaAccount | undefined)[] = [];
    for (let from = 0; from < addresses.length; from += maxAccounts) {
      const asked = addresses.slice(from, from + maxAccounts);
      const { value } = await unverified(
        'getMultipleAccounts',
        [asked, { encoding: 'base64', commitment }],
        accountsSchema,
      );
      if (value.length !== asked.length)
        throw new Error(`${name} answers for ${value.length} accounts instead of ${asked.length}`);
      found.push(...value.map((each) => each ?? undefined));
    }
    return found;
  };

  const verifyToken = (currency: string, decimals: number, account: SolanaAccount | undefined): void => {
    if (account?.program === token2022)
      throw new Error(
        `The mint of ${currency} belongs to Token-2022. Only tokens of the classic token program are supported`,
      );
    if (account?.program !== TOKEN_PROGRAM_ADDRESS || account.data.length !== getMintSize())
      throw new Error(`${name} reports no mint of the classic token program for ${currency}`);
    const mint = getMintDecoder().decode(account.data);
    if (!mint.isInitialized || mint.decimals !== decimals)
      throw new Error(`${name} reports ${mint.decimals} decimals for ${currency} instead of ${decimals}`);
  };
  const verify = async (): Promise<void> => {
    const reported = await unverified('getGenesisHash', [], v.string());
    if (reported !== settings.genesisHash)
      throw new Error(`${name} reports genesis hash ${reported.slice(0, 44)} instead of ${settings.genesisHash}`);
    const tokens = Object.entries(settings.tokens);
    const accounts = await readAccounts(
      tokens.map(([, { mint }]) => mint),
      'finalized',
    );
    for (const [index, [currency, { decimals }]] of tokens.entries()) verifyToken(currency, decimals, accounts[index]);
  };
  let verified: Promise<void> | undefined;
  const ensureVerified = (): Promise<void> => {
    verified ??= verify().catch((error: unknown) => {
      verified = undefined;
      throw error;
    });
    return verified;
  };
  const call: typeof unverified = async (method, params, schema) => {
    await ensureVerified();
    return unverified(method, params, schema);
  };

  return {
    name,

    /** The newest slot at a commitment. */
    head: (commitment: Commitment): Promise<bigint> => call('getSlot', [{ commitment }], v.bigint()),

    /** Hash of the finalized block at a slot; undefined if the slot was skipped, or the node does not have its block. */
    async blockHashAt(slot: bigint): Promise<string | undefined> {
      const options = {
        transactionDetails: 'none',
        rewards: false,
        commitment: 'finalized',
        maxSupportedTransactionVersion: 1,
      };
      const schema = v.nullable(v.object({ blockhash: v.string() }));
      try {
        return (await call('getBlock', [slot, options], schema))?.blockhash;
      } catch (error) {
        if (error instanceof RpcError && missingBlockCodes.has(error.code)) return undefined;
        throw error;
      }
    },

    /** A finalized transaction; undefined if the node does not know it. */
    async transaction(signature: string): Promise<SolanaTransaction | undefined> {
      const options = { encoding: 'json', commitment: 'finalized', maxSupportedTransactionVersion: 1 };
      const found = await call('getTransaction', [signature, options], v.nullable(transactionSchema));
      if (found && found.transaction.signatures[0] !== signature)
        throw new Error(`${name} answers getTransaction with another transaction`);
      return found ?? undefined;
    },

    /**
     * Finalized transactions that reference an address, newest first.
     *
     * @param minContextSlot slot that the node must have reached, because other nodes behind the same URL may lag
     *   behind
     */
    signaturesOf(
      of: Address,
      options: { before?: string | undefined; limit: number; minContextSlot: bigint },
    ): Promise<SignatureEntry[]> {
      return call('getSignaturesForAddress', [of, { ...options, commitment: 'finalized' }], signaturesSchema);
    },

    /** @returns accounts in the order of the addresses; undefined for accounts that do not exist */
    async accounts(addresses: readonly string[], commitment: Commitment): Promise<(SolanaAccount | undefined)[]> {
      await ensureVerified();
      return readAccounts(addresses, commitment);
    },

    /** Finalized total supply of a mint, in units of the token. */
    async supplyOf(mint: Address): Promise<bigint> {
      await ensureVerified();
      const [account] = await readAccounts([mint], 'finalized');
      if (account?.data.length !== getMintSize()) throw new Error(`${name} reports no mint at ${mint}`);
      return getMintDecoder().decode(account.data).supply;
    },

    /** Status of a transaction of any age; undefined if the node does not know it. */
    async statusOf(signature: string): Promise<SignatureStatus | undefined> {
      const params = [[signature], { searchTransactionHistory: true }];
      const [found] = (await call('getSignatureStatuses', params, statusesSchema)).value;
      // Nodes omit the commitment of transactions from long-term storage, which are final.
      return found
        ? { slot: found.slot, hasFailed: found.err !== null, status: found.confirmationStatus ?? 'finalized' }
        : undefined;
    },

    /** Lowest priority fees of recent blocks that wrote to these accounts, in micro-lamports per compute unit. */
    async recentFees(writable: readonly string[]): Promise<bigint[]> {
      const fees = await call('getRecentPrioritizationFees', [writable], feesSchema);
      return fees.map(({ prioritizationFee }) => prioritizationFee);
    },

    /** Simulates and broadcasts a transaction. @throws RpcError if the node rejects it */
    async send(raw: string): Promise<void> {
      await call('sendTransaction', [raw, { encoding: 'base64', preflightCommitment: 'confirmed' }], v.string());
    },
  };
}
