import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { depositXpub } from '@wusd/payouts/testing/evm-node';
import { keyFile } from '@wusd/payouts/testing/keys/key-files';
import { readSettings } from '../../src/composition/settings.ts';
import { createGateways } from '../../src/composition/gateways.ts';
import { parseEvmSettings } from '@wusd/payouts/evm/settings';

const folder = mkdtempSync(join(tmpdir(), 'wusd-evm-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'networks.json');
const write = (content: unknown): string => {
  writeFileSync(file, JSON.stringify(content));
  return file;
};

const base = {
  networkId: 8,
  url: 'https://base.example',
  tokens: { WUSD: { address: `0x${'ab'.repeat(20)}`, decimals: 6 } },
  limits: { perPayout: '1000', perDay: '10000', maxFeeGwei: '50' },
};
const good = { depositKey: depositXpub, networks: [base] };

test('networks are read from a file, with defaults for missing values', () => {
  expect(parseEvmSettings(good).networks).toEqual([
    { ...base, nodes: [base.url], chainId: 8453, startBlock: 0, finalBlocks: 600, finalizedTag: true, gas: 150_000 },
  ]);
});

test('a network can have several nodes, and has the finality depth of its chain', () => {
  const { url: _, ...rest } = base;
  const nodes = ['https://one.example', 'https://two.example'];
  const networks = [
    { ...rest, nodes, networkId: 4 },
    { ...rest, nodes, networkId: 3, finalBlocks: 2000 },
  ];
  expect(parseEvmSettings({ ...good, networks }).networks).toMatchObject([
    { url: 'https://one.example', nodes, finalBlocks: 256 },
    { nodes, finalBlocks: 2000 },
  ]);
});

test.each<[string, unknown, RegExp]>([
  ['without a key', { networks: [] }, /depositKey/],
  ['with a key that can spend', { ...good, depositKey: depositXpub.replace('xpub', 'xprv') }, /depositKey/],
  ['of a network that has another kind of addresses', { ...good, networks: [{ ...base, networkId: 6 }] }, /networkId/],
  ['with an unknown token', { ...good, networks: [{ ...base, tokens: { EUR: {} } }] }, /tokens/],
  ['with a network without a token', { ...good, networks: [{ ...base, tokens: {} }] }, /tokens/],
  ['with a limit that is a number', { ...good, networks: [{ ...base, limits: { perDay: 5 } }] }, /limits/],
  ['with a network without a node', { ...good, networks: [{ ...base, url: undefined }] }, /url|nodes/],
  [
    'that sweeps a currency without a token',
    { ...good, networks: [{ ...base, sweep: { minimum: { USDC: '50' }, gasPerDay: '1' } }] },
    /Base sweeps USDC, of which it has no token/,
  ],
  [
    'that sweeps any amount',
    { ...good, networks: [{ ...base, sweep: { minimum: { WUSD: '0.00' }, gasPerDay: '1' } }] },
    /Base sweeps WUSD without a minimum/,
  ],
  [
    'that sweeps without a limit of gas',
    { ...good, networks: [{ ...base, sweep: { minimum: { WUSD: '50' } } }] },
    /sweep.*gasPerDay/,
  ],
  ['with one network twice', { ...good, networks: [base, base] }, /Base is listed twice/],
])('a file %s is rejected', (_, content, message) => {
  expect(() => parseEvmSettings(content)).toThrow(message);
});

test('the server reports all problems of the file, and requires the payout key and a screening provider', () => {
  const env = { WUSD_NETWORKS_FILE: write({ evm: { networks: [] } }) };
  expect(() => readSettings(env)).toThrow(/WUSD_NETWORKS_FILE.*evm: .*depositKey/);
  expect(() => readSettings({ WUSD_NETWORKS_FILE: join(folder, 'none.json') })).toThrow(/ENOENT/);
  expect(() => readSettings({ WUSD_NETWORKS_FILE: write({ evm: good }) })).toThrow(/WUSD_EVM_PAYOUT_KEY/);
  const whole = { WUSD_NETWORKS_FILE: write({ evm: good }), WUSD_EVM_PAYOUT_KEY: keyFile('1'.repeat(64)).text };
  expect(readSettings(whole).networks.evm?.networks[0]?.networkId).toBe(8);
  expect(() => readSettings({ ...whole, WUSD_MODE: 'production' })).toThrow(/WUSD_SCREENING_URL/);
});

test('production offers only networks that have a node', () => {
  const evm = parseEvmSettings(good);
  const payoutKeys = { evm: { current: keyFile('1'.repeat(64)), retired: [] } };
  const settings = { ...readSettings({}), smtpUrl: 'smtp://127.0.0.1:1', payoutKeys };
  expect(createGateways({ ...settings, networks: { evm } }).networks).toEqual([8]);
  expect(createGateways(settings).networks).toEqual([]);
});
