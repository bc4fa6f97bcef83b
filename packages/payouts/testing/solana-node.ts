import { createRequire } from 'node:module';
import {
  type Address,
  address,
  appendTransactionMessageInstructions,
  createKeyPairSignerFromPrivateKeyBytes,
  createSolanaRpc,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  type Instruction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signature,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import {
  getCreateAccountInstruction,
  getInitializeNonceAccountInstruction,
  getNonceSize,
} from '@solana-program/system';
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getInitializeMint2Instruction,
  getMintSize,
  getMintToInstruction,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token';
import { present } from '@wusd/server-kit/testing/present';

const require = createRequire(import.meta.url);

/** The parts of Surfpool in use. Its package has no types. */
interface Surfnet {
  rpcUrl: string;
  payerSecretKey: number[];
  fundSol(address: string, lamports: number): void;
  timeTravelToSlot(slot: number): unknown;
  /** Reads the events since the last call. */
  drainEvents(): unknown[];
  stop(): void;
}
interface Surfpool {
  Surfnet: {
    startWithConfig(config: {
      offline: boolean;
      blockProductionMode: 'manual';
      slotTimeMs: number;
      airdropSol: number;
    }): Surfnet;
  };
}

/** Lamports that exempt an account of this size from rent. */
const rentOf = (bytes: bigint): bigint => (bytes + 128n) * 6960n;

function platformPackage(): Surfpool {
  const suffix = process.platform === 'linux' ? `linux-${process.arch}-gnu` : `${process.platform}-${process.arch}`;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the native module has no types
  return require(`@solana/surfpool-${suffix}`) as Surfpool;
}

/** A real Solana runtime on loopback with a token on it. A block is produced when `mine` is called. */
export async function startSolanaNode({ decimals = 6 }: { decimals?: number } = {}) {
  const surfnet = platformPackage().Surfnet.startWithConfig({
    offline: true,
    blockProductionMode: 'manual',
    // Without this, the clock of Surfpool 1.5.0 also ticks in manual mode.
    slotTimeMs: 3_600_000,
    airdropSol: 1e12,
  });
  // Surfpool 1.5.0 stops responding once 1,024 events are unread. Blocks and rejected transactions are events.
  const draining = setInterval(() => surfnet.drainEvents(), 50).unref();
  const rpc = createSolanaRpc(surfnet.rpcUrl);
  const payer = await createKeyPairSignerFromPrivateKeyBytes(Uint8Array.from(surfnet.payerSecretKey.slice(0, 32)));
  const mint = await generateKeyPairSigner();

  /** Ends the current block, and skips slots so that `slots` have passed. */
  const mine = async (slots = 1): Promise<void> => {
    const slot = await rpc.getSlot({ commitment: 'processed' }).send();
    surfnet.timeTravelToSlot(Number(slot) + slots);
  };

  const latestBlockhash = async () => (await rpc.getLatestBlockhash({ commitment: 'processed' }).send()).value;

  const build = async (instructions: readonly Instruction[], feePayer: KeyPairSigner = payer) => {
    const latest = await latestBlockhash();
    return signTransactionMessageWithSigners(
      pipe(
        createTransactionMessage({ version: 0 }),
        (message) => setTransactionMessageFeePayerSigner(feePayer, message),
        (message) => setTransactionMessageLifetimeUsingBlockhash(latest, message),
        (message) => appendTransactionMessageInstructions(instructions, message),
      ),
    );
  };
  /** Sends a transaction and ends its block. @returns the signature */
  const send = async (instructions: readonly Instruction[], { skipPreflight = false } = {}): Promise<string> => {
    const transaction = await build(instructions);
    const options = { encoding: 'base64', skipPreflight, preflightCommitment: 'processed' } as const;
    await rpc.sendTransaction(getBase64EncodedWireTransaction(transaction), options).send();
    await mine();
    return getSignatureFromTransaction(transaction);
  };

  const ataOf = async (owner: string, of: Address = mint.address): Promise<Address> => {
    const [ata] = await findAssociatedTokenPda({
      owner: address(owner),
      mint: of,
      tokenProgram: TOKEN_PROGRAM_ADDRESS,
    });
    return ata;
  };
  const createAta = async (owner: string): Promise<Instruction> =>
    getCreateAssociatedTokenIdempotentInstruction({
      payer,
      ata: await ataOf(owner),
      owner: address(owner),
      mint: mint.address,
    });
  const createMint = (account: KeyPairSigner, program: Address = TOKEN_PROGRAM_ADDRESS): Instruction[] => [
    getCreateAccountInstruction({
      payer,
      newAccount: account,
      lamports: rentOf(BigInt(getMintSize())),
      space: getMintSize(),
      programAddress: program,
    }),
    getInitializeMint2Instruction(
      { mint: account.address, decimals, mintAuthority: payer.address, freezeAuthority: payer.address },
      { programAddress: program },
    ),
  ];
  const mintTo = async (owner: string, units: bigint): Promise<Instruction[]> => [
    await createAta(owner),
    getMintToInstruction({ mint: mint.address, token: await ataOf(owner), mintAuthority: payer, amount: units }),
  ];
  const transfer = async (owner: string, units: bigint): Promise<Instruction[]> => [
    await createAta(owner),
    getTransferCheckedInstruction({
      source: await ataOf(payer.address),
      mint: mint.address,
      destination: await ataOf(owner),
      authority: payer,
      amount: units,
      decimals,
    }),
  ];

  await mine();
  await send(createMint(mint));
  await send(await mintTo(payer.address, 10n ** 15n));
  return {
    /** Hash of the newest block, in base58. */
    latestBlockhash: async (): Promise<string> => (await latestBlockhash()).blockhash,
    url: surfnet.rpcUrl,
    rpc,
    payer,
    mint: mint.address,
    decimals,
    genesisHash: await rpc.getGenesisHash().send(),
    mine,
    send,
    /** Slot of a transaction. */
    async slotOf(hash: string): Promise<number> {
      const { value } = await rpc.getSignatureStatuses([signature(hash)], { searchTransactionHistory: true }).send();
      return Number(present(value[0]).slot);
    },
    /** Signs a transaction without sending it. @returns base64 */
    sign: async (instructions: readonly Instruction[]) => getBase64EncodedWireTransaction(await build(instructions)),
    /** Sends the bytes of a transaction without a simulation, so that it can fail in a block. */
    async force(raw: string): Promise<void> {
      const request = {
        jsonrpc: '2.0',
        id: 1,
        method: 'sendTransaction',
        params: [raw, { encoding: 'base64', skipPreflight: true }],
      };
      await fetch(surfnet.rpcUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(request),
      });
      await mine();
    },
    ataOf,
    createMint,
    mintTo,
    transfer,
    fuel: (owner: string, lamports: bigint): void => surfnet.fundSol(owner, Number(lamports)),
    /** @returns a nonce account that an authority can advance */
    async createNonceAccount(authority: string): Promise<Address> {
      const account = await generateKeyPairSigner();
      await send([
        getCreateAccountInstruction({
          payer,
          newAccount: account,
          lamports: rentOf(BigInt(getNonceSize())),
          space: getNonceSize(),
          programAddress: address('11111111111111111111111111111111'),
        }),
        getInitializeNonceAccountInstruction({ nonceAccount: account.address, nonceAuthority: address(authority) }),
      ]);
      return account.address;
    },
    stop(): void {
      clearInterval(draining);
      surfnet.stop();
    },
  };
}
