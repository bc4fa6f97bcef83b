import { createHash } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { base58 } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { Network } from '@wusd/api-sdk/domain';
import type { Selectable } from 'kysely';
import { getAddress, keccak256 } from 'viem/utils';
import type { Clock } from '@wusd/server-kit/clock';
import type { Db } from '../platform/database/database.ts';
import type { Database } from '../platform/database/types.ts';
import {
  encodeSolana,
  encodeStellar,
  encodeTron,
} from '../domains/destinations/blockchain-addresses/address-formats.ts';
import type { ChainBlock, ChainPort, ChainTransfer, TransferState } from '@wusd/payouts/chain-port';
import type { ScreenedBank, ScreeningPort } from '../gateways/ports.ts';
import { familyOf, type NetworkFamily } from '@wusd/server-kit/registry/networks';
import type { Settings } from '../composition/settings.ts';

/** This seed is public: anybody can spend funds that are sent to its addresses on a real network. */
const seed = createHash('sha512').update('WUSD Wallet sandbox').digest();
const root = HDKey.fromMasterSeed(seed);
const blockMs = 150;
/** Older transfers have the most confirmations at every pace. */
const maxAgeMs = 60 * 60_000;
const maxConfirmations = 1_000_000;
/** Index of the key whose addresses are high risk. */
const riskyKey = 2n ** 31n - 2n;
const payoutKey = riskyKey - 1n;

/** Derives an address in the network's format from the sandbox's seed. */
export function simulatedAddress(networkId: number, keyIndex: bigint): string {
  return addressMakers[familyOf(networkId)](keyIndex);
}

const addressMakers = {
  evm: (keyIndex) => getAddress(`0x${Buffer.from(keccakAccount(60, keyIndex)).toString('hex')}`),
  tron: (keyIndex) => encodeTron(Uint8Array.of(0x41, ...keccakAccount(195, keyIndex))),
  solana: (keyIndex) => encodeSolana(ed25519Key(`solana/${keyIndex}`)),
  stellar: (keyIndex) => encodeStellar(ed25519Key(`stellar/${keyIndex}`)),
} satisfies Record<NetworkFamily, (keyIndex: bigint) => string>;

/** @param coin BIP-44 coin type: 60 for Ethereum, whose keys all EVM networks share, and 195 for Tron */
function keccakAccount(coin: 60 | 195, keyIndex: bigint): Uint8Array {
  const { publicKey } = root.derive(`m/44'/${coin}'/0'/0/${keyIndex}`);
  const point = secp256k1.Point.fromBytes(publicKey ?? new Uint8Array()).toBytes(false);
  return keccak256(point.subarray(1), 'bytes').subarray(-20);
}

/** Creates a transaction hash in the network's format. @param content content that is hashed */
export function simulatedHash(networkId: number, content: string | Uint8Array): string {
  const digest = createHash('sha512').update(content).digest();
  return hashFormats[familyOf(networkId)](digest);
}

const hexHash = (digest: Buffer): string => digest.subarray(0, 32).toString('hex');
const hashFormats = {
  evm: (digest) => `0x${hexHash(digest)}`,
  tron: hexHash,
  // Solana identifies transactions by a signature of 64 bytes.
  solana: (digest) => base58.encode(digest),
  stellar: hexHash,
} satisfies Record<NetworkFamily, (digest: Buffer) => string>;

function ed25519Key(path: string): Uint8Array {
  return ed25519.getPublicKey(createHash('sha256').update(seed).update(path).digest());
}

/** Address that the simulated screening reports as high risk. Test value of the sandbox. */
export const riskyAddress = (networkId: number): string => simulatedAddress(networkId, riskyKey);

/** An exchange's account that requires a memo (SEP-29). Test value of the sandbox. */
export const memoRequiredAddress = simulatedAddress(Network.Stellar, payoutKey - 1n);

const payoutAccounts = new Map<number, string>();

/** Returns the address that simulated payouts are sent from. */
export function payoutAddress(networkId: number): string {
  const account = payoutAccounts.get(networkId) ?? simulatedAddress(networkId, payoutKey);
  payoutAccounts.set(networkId, account);
  return account;
}

/** Name that the simulated screening reports as high risk, in any case. */
const riskyParty = 'blocked trading ltd';
/** A bank that the simulated screening reports as high risk, by its BIC and by its name. Test values of the sandbox. */
export const riskyBank = { bic: 'BLTDSGSG', name: 'Blocked Trading Bank' };

const isRiskyBank = (bank: ScreenedBank | undefined): boolean =>
  bank?.bic?.slice(0, 8) === riskyBank.bic || bank?.name?.toLowerCase() === riskyBank.name.toLowerCase();

export const simulatedScreening: ScreeningPort = {
  screenAddress: async (networkId, address) => (address === riskyAddress(networkId) ? 'high' : 'low'),
  screenParty: async ({ name, bank, intermediaryBank }) =>
    name.toLowerCase() === riskyParty || isRiskyBank(bank) || isRiskyBank(intermediaryBank) ? 'high' : 'low',
};

/**
 * Returns the confirmations of a transfer by the time when it was sent. @param override value from the sandbox's
 * `confirmations` event
 */
export function confirmationsOf(
  clock: Clock,
  pace: Settings['sandboxPace'],
  at: Date,
  override: number | null,
): number {
  if (override !== null) return override;
  const elapsed = clock.now().getTime() - Number(at);
  if (pace === 'instant' || elapsed > maxAgeMs) return maxConfirmations;
  return pace === 'manual' ? 1 : 1 + Math.floor(elapsed / blockMs);
}

/** Each transfer has its own block. */
const blockAt = (networkId: number, height: bigint): ChainBlock => ({ height, hash: `sandbox-${networkId}-${height}` });

/** Simulates all networks. Transfers are rows in a table, and gain confirmations as time passes. */
export function createSimulatedChain(db: Db, clock: Clock, pace: Settings['sandboxPace']): ChainPort {
  const transferOf = (row: Selectable<Database['sandbox_transfer']>): ChainTransfer => ({
    networkId: row.network_id,
    hash: row.hash,
    logIndex: row.log_index,
    sender: row.sender,
    address: row.address,
    ...(row.memo !== null && { memo: row.memo }),
    currency: row.currency,
    amount: BigInt(row.amount),
    block: blockAt(row.network_id, BigInt(row.position)),
  });
  const present = db.selectFrom('sandbox_transfer').selectAll().where('is_gone', '=', false);
  return {
    async depositTarget(networkId, keyIndex) {
      // Customers share one account on Stellar, because each account needs a minimum balance there.
      return networkId === Network.Stellar
        ? { address: simulatedAddress(networkId, 0n), memo: String(10_000_000n + keyIndex) }
        : { address: simulatedAddress(networkId, keyIndex) };
    },
    needsMemo: async (networkId, address) => networkId === Network.Stellar && address === memoRequiredAddress,
    async transfersSince(networkId, cursor) {
      const rows = await present
        .where('network_id', '=', networkId)
        .where('position', '>', cursor.toString())
        .orderBy('position')
        .limit(100)
        .execute();
      return { transfers: rows.map(transferOf), cursor: BigInt(rows.at(-1)?.position ?? cursor) };
    },
    async transfersOf(networkId, hash) {
      const rows = await present.where('network_id', '=', networkId).where('hash', '=', hash).execute();
      return rows.map(transferOf);
    },
    // Unknown: the desk's initial funds did not arrive as transfers, so no balance includes them.
    holdingsAt: async () => undefined,
    // Unknown: simulated senders need no balance.
    supply: async () => undefined,
    async inspect(networkId, transfers) {
      const { top } = await db
        .selectFrom('sandbox_transfer')
        .select(({ fn }) => fn.max('position').as('top'))
        .executeTakeFirstOrThrow();
      const rows =
        transfers.length === 0
          ? []
          : await db
              .selectFrom('sandbox_transfer')
              .selectAll()
              .where('network_id', '=', networkId)
              .where(
                'hash',
                'in',
                transfers.map(({ hash }) => hash),
              )
              .orderBy('position', 'desc')
              .execute();
      return {
        head: blockAt(networkId, BigInt(top ?? 0)),
        states: transfers.map((transfer): TransferState => {
          const matches = rows.filter((row) => row.hash === transfer.hash && row.log_index === transfer.logIndex);
          const row = matches.find(({ is_gone: isGone }) => !isGone);
          if (row) {
            const confirmations = confirmationsOf(clock, pace, row.at, row.confirmations);
            return { state: 'included', block: blockAt(networkId, BigInt(row.position)), confirmations };
          }
          const [removed] = matches;
          if (!removed) return { state: 'unknown' };
          const by = {
            height: BigInt(removed.position),
            hash: `${blockAt(networkId, BigInt(removed.position)).hash}-other`,
          };
          return { state: 'replaced', by, confirmations: maxConfirmations };
        }),
      };
    },
  };
}
