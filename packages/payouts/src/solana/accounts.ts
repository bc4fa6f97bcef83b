import { type Address, address, isAddress, isSignature } from '@solana/kit';
import {
  findAssociatedTokenPda,
  getTokenDecoder,
  getTokenSize,
  TOKEN_PROGRAM_ADDRESS,
  type Token,
} from '@solana-program/token';
import { getNonceDecoder, getNonceSize, NonceState, SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';

// The checks of `@solana/kit` throw on characters outside base58.
const base58 = /^[1-9A-HJ-NP-Za-km-z]+$/;

export const isSolanaAddress = (text: string): text is Address => base58.test(text) && isAddress(text);
export const isTransactionSignature = (text: string): boolean => base58.test(text) && isSignature(text);

/** An account as a node reports it. */
export interface SolanaAccount {
  /** Program that owns the account. */
  program: string;
  isExecutable: boolean;
  lamports: bigint;
  data: Uint8Array;
}

/** The associated token account of an owner, to which wallets send tokens. */
export async function associatedTokenAccount(owner: Address, mint: Address): Promise<Address> {
  const [ata] = await findAssociatedTokenPda({ owner, mint, tokenProgram: TOKEN_PROGRAM_ADDRESS });
  return ata;
}

/** A token account of the classic token program; undefined for any other account. */
export function tokenAccountIn(account: SolanaAccount | undefined): Token | undefined {
  const isToken = account?.program === TOKEN_PROGRAM_ADDRESS && account.data.length === getTokenSize();
  return isToken ? getTokenDecoder().decode(account.data) : undefined;
}

/** Authority and value of a durable nonce account; undefined for any other account. */
export function nonceIn(account: SolanaAccount | undefined): { authority: Address; value: Address } | undefined {
  if (account?.program !== SYSTEM_PROGRAM_ADDRESS || account.data.length !== getNonceSize()) return undefined;
  const { state, authority, blockhash } = getNonceDecoder().decode(account.data);
  return state === NonceState.Initialized ? { authority, value: blockhash } : undefined;
}

/** A nonce in the format of the payout port: `<nonce account>:<nonce value>`. */
export interface NonceName {
  account: Address;
  value: Address;
}

export const formatNonce = ({ account, value }: NonceName): string => `${account}:${value}`;

/** @throws Error if the text is not `<nonce account>:<nonce value>` */
export function parseNonce(text: string): NonceName {
  const [account, value, ...rest] = text.split(':');
  if (account === undefined || value === undefined || rest.length > 0)
    throw new TypeError('A nonce on Solana is "<nonce account>:<nonce value>"');
  return { account: address(account), value: address(value) };
}
