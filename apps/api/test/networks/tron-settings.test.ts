import { HDKey } from '@scure/bip32';
import { expect, test } from 'vitest';
import { tronDepositXpub } from '../../testing/tron-network.ts';
import { mainnetChainId, parseTronSettings } from '@wusd/payouts/tron/settings';

const token = { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', decimals: 6 };
const good = {
  depositKey: tronDepositXpub,
  nodes: ['https://one.example/path/', { url: 'https://two.example', apiKey: 'a-1' }],
  tokens: { USDT: token },
  limits: { perPayout: '1000', perDay: '10000', maxFeeTrx: '50' },
};

test('settings have defaults for missing values', () => {
  expect(parseTronSettings(good)).toEqual({
    ...good,
    nodes: [{ url: 'https://one.example/path' }, { url: 'https://two.example', apiKey: 'a-1' }],
    chainId: mainnetChainId,
    startBlock: 0,
    finalBlocks: 20,
  });
});

const master = HDKey.fromMasterSeed(Buffer.alloc(32, 7));

test.each<[string, unknown, RegExp]>([
  ['that are no object', 'https://secret.example', /^the root must be of type/],
  ['without a deposit key', { ...good, depositKey: undefined }, /depositKey/],
  [
    'with a deposit key that can spend',
    { ...good, depositKey: master.derive("m/44'/195'/0'/0").privateExtendedKey },
    /xpub/,
  ],
  [
    'with a deposit key of another level',
    { ...good, depositKey: master.derive("m/44'/195'/0'").publicExtendedKey },
    /xpub/,
  ],
  ['without a node', { ...good, nodes: [] }, /nodes must have an entry/],
  [
    'with one node twice',
    { ...good, nodes: ['https://one.example', 'https://one.example/'] },
    /must not repeat an entry/,
  ],
  ['with a node of another protocol', { ...good, nodes: ['ftp://secret.example'] }, /nodes.0 must be an http\(s\) URL/],
  ['with a node that has a password', { ...good, nodes: ['https://secret:secret@node.example'] }, /nodes.0/],
  ['without a token', { ...good, tokens: {} }, /tokens must have an entry/],
  ['with an unknown token', { ...good, tokens: { EUR: token } }, /tokens/],
  [
    'with a token of another network',
    { ...good, tokens: { USDT: { ...token, address: `0x${'ab'.repeat(20)}` } } },
    /address of Tron/,
  ],
  ['with too many decimals', { ...good, tokens: { USDT: { ...token, decimals: 19 } } }, /decimals must be at most 18/],
  ['with a limit that is a number', { ...good, limits: { ...good.limits, perDay: 5 } }, /limits.perDay/],
  ['with an unknown field', { ...good, secret: true }, /secret/],
])('settings %s are rejected', (_, content, message) => {
  expect(() => parseTronSettings(content)).toThrow(message);
});

test('the error contains no URL', () => {
  for (const nodes of [
    ['ftp://secret.example'],
    ['https://secret.example?key=secret'],
    [{ url: 'secret' }],
    'https://secret',
  ])
    expect(() => parseTronSettings({ ...good, nodes })).toThrow(/^(?!.*secret).*nodes/);
});
