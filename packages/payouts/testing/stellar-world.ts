import { createHash } from 'node:crypto';
import {
  Account,
  Asset,
  encodeMuxedAccount,
  encodeMuxedAccountToAddress,
  Keypair,
  Memo,
  Operation,
  TransactionBuilder,
} from '@stellar/stellar-sdk/base';
import { Network } from '@wusd/api-sdk/domain';
import { toMinor } from '@wusd/api-sdk/money';
import { afterAll } from 'vitest';
import { ed25519Key } from '../src/keys/signing-key.ts';
import { createStellarNetwork } from '../src/stellar/index.ts';
import { hexOf } from '../src/stellar/envelope.ts';
import { parseStellarSettings } from '../src/stellar/settings.ts';
import { type HorizonFaults, startHorizon } from './horizon-double.ts';
import { type AccountState, createLedgerDouble, type Line } from './stellar-ledger-double.ts';

export const networkId = Network.Stellar;
export const passphrase = 'Double Stellar Network ; November 2026';
export const payoutSeed = Buffer.alloc(32, 21);
export const payoutKey = ed25519Key(payoutSeed);
export const payoutAddress = Keypair.fromRawEd25519Seed(payoutSeed).publicKey();

/** A deterministic key, derived from its name. */
export const keypair = (name: string): Keypair =>
  Keypair.fromRawEd25519Seed(createHash('sha256').update(name).digest());

export const issuer = keypair('issuer');
export const customer = keypair('customer');
export const depositAccount = keypair('deposits').publicKey();
export const asset = new Asset('WUSD', issuer.publicKey());

const line = (balance: string, modified: bigint): Line => ({
  balance: toMinor(balance, 7),
  limit: 2n ** 63n - 1n,
  sellingLiabilities: 0n,
  isAuthorized: true,
  modified,
});

/** An account with 100 XLM. @param balance WUSD balance; without it there is no trustline */
const newAccount = (ledger: bigint, balance?: string): AccountState => ({
  sequence: ledger << 32n,
  sequenceLedger: ledger,
  native: toMinor('100', 7),
  lines: new Map(balance === undefined ? [] : [[asset.toString(), line(balance, ledger)]]),
  data: new Map(),
  modified: ledger,
});

type Kind = 'payment' | 'strict-send' | 'strict-receive';
export interface Incoming {
  to: string;
  amount: string;
  memo?: Memo;
  kind?: Kind;
  currency?: Asset;
}

function operationOf({ to: destination, amount, kind = 'payment', currency = asset }: Incoming) {
  if (kind === 'payment') return Operation.payment({ destination, asset: currency, amount });
  const assets = { destination, sendAsset: currency, destAsset: currency };
  return kind === 'strict-send'
    ? Operation.pathPaymentStrictSend({ ...assets, sendAmount: amount, destMin: amount })
    : Operation.pathPaymentStrictReceive({ ...assets, sendMax: amount, destAmount: amount });
}

/** Starts a network double with accounts, and Horizon doubles, for the tests of the calling file. */
export async function startStellar(servers = 1) {
  const network = createLedgerDouble(passphrase);
  const horizons = await Promise.all(Array.from({ length: servers }, () => startHorizon(network)));
  afterAll(async () => void (await Promise.all(horizons.map((each) => each.close()))));
  network.arrange((accounts, ledger) => {
    accounts.set(issuer.publicKey(), newAccount(ledger));
    accounts.set(customer.publicKey(), newAccount(ledger, '1000000000'));
    accounts.set(depositAccount, newAccount(ledger, '0'));
    accounts.set(payoutAddress, newAccount(ledger, '100000'));
  });

  const content = {
    nodes: horizons.map(({ url }) => url),
    passphrase,
    depositAccount,
    tokens: { WUSD: { code: asset.code, issuer: issuer.publicKey() } },
    limits: { perPayout: '1000', perDay: '5000', maxFeeStroops: '1000000' },
  };
  const settings = parseStellarSettings(content);
  let strangers = 0;

  /** Submits operations of an account and closes a ledger. @returns the hash */
  const send = (
    from: Keypair,
    operations: readonly ReturnType<typeof operationOf>[],
    memo: Memo = Memo.none(),
  ): string => {
    const state = network.latest().accounts.get(from.publicKey());
    const source = new Account(from.publicKey(), (state?.sequence ?? 0n).toString());
    const fee = (network.surge() + 1n).toString();
    const timebounds = { minTime: 0, maxTime: 0 };
    const builder = new TransactionBuilder(source, { fee, networkPassphrase: passphrase, timebounds, memo });
    for (const operation of operations) builder.addOperation(operation);
    const tx = builder.build();
    tx.sign(from);
    const { status } = network.submit(tx.toXdr());
    if (status !== 'PENDING') throw new Error(`The network answered ${status}`);
    network.close();
    return hexOf(tx.hash());
  };

  return {
    network,
    horizons,
    content,
    settings,
    adapter: createStellarNetwork(settings, payoutKey),
    /** Faults of a server. @default the first server */
    faultsOf: (index = 0): HorizonFaults => {
      const horizon = horizons[index];
      if (!horizon) throw new Error(`There is no server ${index}`);
      return horizon.faults;
    },
    send,
    /** A customer's payment in a separate ledger. @returns the hash */
    receive: (incoming: Incoming): string => send(customer, [operationOf(incoming)], incoming.memo),
    receiveAll: (incoming: readonly Incoming[], memo?: Memo): string => send(customer, incoming.map(operationOf), memo),
    /** Creates an account with a trustline and this balance of the token. */
    openAccount: (id: string, balance: string): void =>
      network.arrange((accounts, ledger) => void accounts.set(id, newAccount(ledger, balance))),
    /** Creates a new account that can be paid. */
    stranger(change: (account: AccountState) => void = () => undefined): string {
      strangers += 1;
      const id = keypair(`stranger ${strangers}`).publicKey();
      network.arrange((accounts, ledger) => {
        const account = newAccount(ledger, '0');
        change(account);
        accounts.set(id, account);
      });
      return id;
    },
    trustLine(accounts: Map<string, AccountState>, id: string): Line {
      const found = accounts.get(id)?.lines.get(asset.toString());
      if (!found) throw new Error(`${id} has no trustline`);
      return found;
    },
  };
}

/** The muxed address of an account with an id. */
export const muxed = (account: string, id: string): string =>
  encodeMuxedAccountToAddress(encodeMuxedAccount(account, id));
