import {
  type Address,
  appendTransactionMessageInstructions,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  type Instruction,
  isAddress,
  type Nonce,
  pipe,
  setTransactionMessageComputeUnitLimit,
  setTransactionMessageComputeUnitPrice,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingDurableNonce,
} from '@solana/kit';
import { getCreateAssociatedTokenIdempotentInstruction, getTransferCheckedInstruction } from '@solana-program/token';
import { associatedTokenAccount, type NonceName } from './accounts.ts';
import type { SolanaToken } from './settings.ts';

/** Common fields of a sender's transactions. The sender pays the fee, and is the authority of the nonce account. */
export interface TransactionFrame {
  sender: Address;
  nonce: NonceName;
  /** In micro-lamports per compute unit. */
  price: bigint;
  computeUnits: number;
}

/** Fee per signature in lamports, a constant of the network. */
const lamportsPerSignature = 5000n;
/** Lamports that exempt a token account of 165 bytes from rent. The payer of a new account deposits them. */
export const tokenAccountRent = 2_039_280n;
/** Lamports that an account must keep to pay fees: the rent exemption of an account without data. */
export const systemAccountRent = 890_880n;
const microLamports = 1_000_000n;

/** Fee of a transaction with one signature, in lamports. */
export function feeOf({ price, computeUnits }: Pick<TransactionFrame, 'price' | 'computeUnits'>): bigint {
  return lamportsPerSignature + (price * BigInt(computeUnits) + microLamports - 1n) / microLamports;
}

const isNonce = (value: string): value is Nonce => isAddress(value);

/** Compiles an unsigned transaction that first advances the nonce. The same arguments give the same bytes. */
function compile({ sender, nonce, price, computeUnits }: TransactionFrame, instructions: readonly Instruction[]) {
  const { value } = nonce;
  if (!isNonce(value)) throw new TypeError('The nonce value is not 32 bytes in base58');
  const lifetime = { nonce: value, nonceAccountAddress: nonce.account, nonceAuthorityAddress: sender };
  return compileTransaction(
    pipe(
      createTransactionMessage({ version: 0 }),
      (message) => setTransactionMessageFeePayer(sender, message),
      (message) => setTransactionMessageLifetimeUsingDurableNonce(lifetime, message),
      (message) => setTransactionMessageComputeUnitLimit(computeUnits, message),
      (message) => setTransactionMessageComputeUnitPrice(price, message),
      (message) => appendTransactionMessageInstructions(instructions, message),
    ),
  );
}

/** A transfer to the recipient's associated token account, which is created if it is missing. */
export async function compileTransfer(
  frame: TransactionFrame,
  { mint, decimals }: SolanaToken,
  to: Address,
  units: bigint,
): Promise<ReturnType<typeof compile>> {
  const payer = createNoopSigner(frame.sender);
  const destination = await associatedTokenAccount(to, mint);
  const source = await associatedTokenAccount(frame.sender, mint);
  return compile(frame, [
    getCreateAssociatedTokenIdempotentInstruction({ payer, ata: destination, owner: to, mint }),
    getTransferCheckedInstruction({ source, mint, destination, authority: payer, amount: units, decimals }),
  ]);
}

/** A transaction that only advances the nonce. */
export const compileCancellation = (frame: TransactionFrame): ReturnType<typeof compile> => compile(frame, []);
