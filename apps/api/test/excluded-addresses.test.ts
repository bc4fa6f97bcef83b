import { base32 } from '@scure/base';
import type { WalletClient } from '@wusd/api-sdk';
import { Network } from '@wusd/api-sdk/domain';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transact } from '../src/platform/database/database.ts';
import { validateAddress } from '../src/domains/destinations/blockchain-addresses/addresses.ts';
import { evmNetworkIds, isEvm } from '@wusd/server-kit/registry/networks';
import { parseAddress } from '../src/domains/destinations/blockchain-addresses/address-formats.ts';
import { depositTargetOf } from '../src/domains/transfers/crypto/deposit-addresses.ts';
import { findExclusion } from '../src/domains/destinations/blockchain-addresses/excluded-addresses.ts';
import { sendWithdrawals } from '../src/domains/transfers/crypto/send-withdrawals.ts';
import { tokenContractsOf } from '../src/domains/destinations/blockchain-addresses/token-contracts.ts';
import { readNetworkSettings } from '@wusd/payouts/network-settings';
import { reconcile } from '../src/domains/operations/reconcile.ts';
import { payoutAddress, simulatedAddress } from '../src/sandbox/chain.ts';
import { askWithdrawal, saveOldAddress } from '../testing/withdrawals.ts';
import { advance, clientOf, eventually, fundedDemoCustomer, signIn, startTwoNodes } from '../testing/harness.ts';
import fc from 'fast-check';

// Burn addresses, token contracts and our own addresses can be neither saved nor paid, in any spelling.

const wusdContract = `0x${'ab'.repeat(20)}` as const;
const { node, other } = await startTwoNodes({ sandboxPace: 'manual' });
const { services } = node.server;
const { db } = services;
let customerId: string;
let api: WalletClient;
beforeAll(async () => {
  customerId = await fundedDemoCustomer(node);
});
beforeEach(async () => {
  await advance(61, node, other);
  await db.deleteFrom('throttle').execute();
  api = clientOf(node, await signIn(node));
});

const low = (value: number): string => `0x${value.toString(16).padStart(40, '0')}`;
const burnAddresses: Readonly<Record<number, readonly string[]>> = {
  ...Object.fromEntries(
    evmNetworkIds.map((networkId) => [
      networkId,
      [
        ...Array.from({ length: 10 }, (_, value) => low(value)),
        low(0x64),
        low(0x10_10),
        low(0xde_ad),
        `0x${'f'.repeat(40)}`,
      ],
    ]),
  ),
  [Network.Tron]: ['T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'],
  [Network.Solana]: [
    '11111111111111111111111111111111',
    '1nc1nerator11111111111111111111111111111111',
    'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
    'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
    'ComputeBudget111111111111111111111111111111',
    'Stake11111111111111111111111111111111111111',
    'Vote111111111111111111111111111111111111111',
    'So11111111111111111111111111111111111111112',
    'SysvarC1ock11111111111111111111111111111111',
    'SysvarRent111111111111111111111111111111111',
    'SysvarRecentB1ockHashes11111111111111111111',
    'Sysvar1nstructions1111111111111111111111111',
  ],
  [Network.Stellar]: ['GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF'],
};

/** The spellings of an address that a customer may enter. */
const spellings = (networkId: number, address: string): string[] =>
  isEvm(networkId)
    ? [
        address,
        address.toLowerCase(),
        `0x${address.slice(2).toUpperCase()}`,
        `0X${address.slice(2).toUpperCase()}`,
        ` ${address} `,
      ]
    : [address, ` ${address}\n`, networkId === Network.Stellar ? muxed(address) : address];

/** The muxed form of a Stellar account, with an embedded id (SEP-23). */
function muxed(address: string): string {
  const key = Buffer.from(base32.decode(address)).subarray(1, -2);
  const payload = Buffer.concat([Buffer.from([12 << 3]), key, Buffer.alloc(8, 1)]);
  let crc = 0;
  for (const byte of payload) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x80_00 ? (crc << 1) ^ 0x10_21 : crc << 1) & 0xff_ff;
  }
  return base32.encode(Buffer.concat([payload, Buffer.from([crc & 0xff, crc >> 8])])).replaceAll('=', '');
}

const refusalsOf = async (networkId: number, address: string): Promise<string[]> => {
  const { violations } = await validateAddress(services, db, customerId, { label: 'Cold', address, networkId });
  return violations.map(({ errorName }) => errorName);
};

describe.each(Object.values(Network).map((networkId) => [networkId] as const))('on network %s', (networkId) => {
  test('every listed address is refused in every spelling, with its reason (control 43)', async () => {
    const listed = [
      ...(burnAddresses[networkId] ?? []).map((address) => [address, 'ADDRESS_BURN'] as const),
      ...(isEvm(networkId) ? evmNetworkIds : [networkId])
        .flatMap(tokenContractsOf)
        .map((address) => [address, 'ADDRESS_TOKEN_CONTRACT'] as const),
      [payoutAddress(networkId), 'ADDRESS_OWN'] as const,
      [
        (await transact(db, (trx) => depositTargetOf(services, trx, customerId, networkId))).address,
        'ADDRESS_OWN',
      ] as const,
    ];
    expect(listed.length).toBeGreaterThan(2);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(
          ...listed.flatMap(([address, name]) => spellings(networkId, address).map((text) => [text, name] as const)),
        ),
        async ([text, name]) => {
          // No network accepts muxed accounts.
          const expected = parseAddress(networkId, text.trim()) === undefined ? 'ADDRESS_INVALID' : name;
          expect([text, await refusalsOf(networkId, text)]).toEqual([text, [expected]]);
        },
      ),
    );
  });

  test('an address of anybody else is accepted', async () => {
    await fc.assert(
      fc.asyncProperty(fc.bigInt({ min: 1_000_000n, max: 2n ** 31n - 10n }), async (key) => {
        expect(await findExclusion(services, db, networkId, simulatedAddress(networkId, key))).toBeUndefined();
      }),
      { numRuns: 20 },
    );
  });
});

test('the known token contracts use the spelling of their network', () => {
  for (const networkId of Object.values(Network))
    for (const address of tokenContractsOf(networkId)) expect(parseAddress(networkId, address)).toBe(address);
});

test('a token contract from the settings is refused on every EVM network', async () => {
  const tokens = { WUSD: { address: wusdContract, decimals: 6 } };
  const network = { networkId: Network.Base, chainId: 8453, url: '', startBlock: 0, finalBlocks: 1, gas: 1 } as const;
  const limits = { perPayout: '1', perDay: '1', maxFeeGwei: '1' };
  const evm = { depositKey: '', networks: [{ ...network, tokens, limits }] };
  const configured = { gateways: services.gateways, settings: { ...services.settings, networks: { evm } } };
  for (const networkId of evmNetworkIds)
    expect(await findExclusion(configured, db, networkId, wusdContract)).toBe('token-contract');
  expect(await findExclusion(services, db, Network.Base, wusdContract)).toBeUndefined();
});

test('accounts from the settings are our own before they are assigned to a customer', async () => {
  const networks = readNetworkSettings(new URL('../networks.example.json', import.meta.url).pathname);
  const configured = { gateways: services.gateways, settings: { ...services.settings, networks } };
  const { solana, stellar } = networks;
  const listed: [number, string | undefined][] = [
    [Network.Solana, solana?.depositAddresses.at(-1)],
    [Network.Solana, solana?.nonceAccounts.at(-1)],
    [Network.Stellar, stellar?.depositAccount],
  ];
  for (const [networkId, address = ''] of listed) {
    expect(await findExclusion(configured, db, networkId, address)).toBe('own-address');
    expect(await findExclusion(services, db, networkId, address)).toBeUndefined();
  }
});

test('a retired payout account is our own as long as its payouts are stored', async () => {
  const retired = simulatedAddress(Network.Base, 777n);
  expect(await findExclusion(services, db, Network.Ethereum, retired)).toBeUndefined();
  await db.insertInto('payout_sender').values({ network_id: Network.Base, sender: retired }).execute();
  expect(await findExclusion(services, db, Network.Ethereum, retired)).toBe('own-address');
});

test('a saved address that is excluded later is not paid: reviews refuse it, and a waiting payout goes to a person (control 43)', async () => {
  const burn = '0x000000000000000000000000000000000000dEaD';
  const addressId = await saveOldAddress(services, customerId, Network.Ethereum, burn);
  const { blockers } = await api.cryptoTransactions.reviewWithdrawal({
    money: { currency: 'WUSD', amount: '20' },
    addressId,
  });
  expect(blockers).toMatchObject([{ errCode: '31007', who: 'customer' }]);
  const id = await askWithdrawal(services, { customerId, addressId, amount: '20' });
  await eventually(async () => {
    await sendWithdrawals(services);
    return (await api.cryptoTransactions.get(id)).status === 'to be processed' ? undefined : true;
  });
  expect(await api.cryptoTransactions.get(id)).toMatchObject({
    status: 'to be confirmed',
    hold: { reasonCode: 'excluded-address', who: 'Operations' },
  });
  expect(await db.selectFrom('signed_tx').selectAll().where('withdrawal_id', '=', id).execute()).toEqual([]);
  await api.cryptoTransactions.cancel(id);
  expect(await reconcile(services)).toEqual([]);
});

test('the error code names the reason, so that the page can show it at the field', async () => {
  const own = (await api.walletAccounts.getDepositAddress({ currency: 'WUSD', networkId: Network.Polygon })).address;
  const { blockers } = await api.blockchainAddresses.reviewAdd({
    label: 'Mine',
    address: own,
    networkId: Network.Base,
  });
  expect(blockers).toMatchObject([{ errCode: '31009', message: expect.stringContaining('belongs to WUSD Wallet') }]);
});
