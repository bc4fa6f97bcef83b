import { Network } from '@wusd/api-sdk/domain';
import { expect, test } from 'vitest';
import { finalityDepth } from '../finality.ts';
import { parseSolanaSettings } from './settings.ts';

const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const owner = '5khpgBFjppCDZ4UQTLCxgZxVmF3Uny2jDfoey8tupQwX';
const nonceAccount = '7KW7TzDVhZQNzfT5WfrQyLY3Mgsm82JeMRUygpHtE1R2';
const good = {
  nodes: ['https://one.example/secret-token', 'https://two.example'],
  tokens: { USDC: { mint, decimals: 6 } },
  depositAddresses: [owner],
  nonceAccounts: [nonceAccount],
  limits: { perPayout: '1000', perDay: '10000.5', maxFeeSol: '0.005' },
};

test('defaults to the genesis hash of mainnet and to the compute units of a payout', () => {
  expect(parseSolanaSettings(good)).toEqual({
    ...good,
    genesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
    startBlock: 0,
    computeUnits: 100_000,
    minPrice: '50000',
  });
  expect(finalityDepth(Network.Solana)).toBe(32);
});

test.each([
  ['a node that is no URL', { nodes: ['ftp://secret-token'] }, 'nodes.0 must be an HTTP URL'],
  ['a password in the URL of a node', { nodes: ['https://me:secret-token@one.example'] }, 'without user information'],
  ['a node twice', { nodes: [good.nodes[0], good.nodes[0]] }, 'nodes must not repeat an entry'],
  ['no node', { nodes: [] }, 'nodes must have an entry'],
  ['no token', { tokens: {} }, 'tokens must have an entry'],
  ['a currency without tokens', { tokens: { JPY: { mint, decimals: 6 } } }, 'must be a currency with tokens'],
  [
    'a mint that is no address',
    { tokens: { USDC: { mint: '0x12', decimals: 6 } } },
    'tokens.USDC.mint must be a Solana',
  ],
  [
    'a mint of two currencies',
    { tokens: { USDC: { mint, decimals: 6 }, USDT: { mint, decimals: 6 } } },
    'repeat a mint',
  ],
  [
    'a token account as a deposit address',
    { depositAddresses: ['7wctcRpUnRygj585QvcgmtVTjWiVufodu3HeJt2SSSGq'] },
    'depositAddresses.0 must be the address of a key pair',
  ],
  ['no deposit address', { depositAddresses: [] }, 'depositAddresses must have an entry'],
  ['a deposit address twice', { depositAddresses: [owner, owner] }, 'depositAddresses must not repeat an entry'],
  ['no nonce account', { nonceAccounts: [] }, 'nonceAccounts must have an entry'],
  ['a nonce account as a deposit address', { depositAddresses: [nonceAccount] }, 'both a nonce account and a deposit'],
  ['a limit finer than the token', { limits: { ...good.limits, perDay: '0.0000001' } }, 'more decimals than USDC'],
  [
    'a fee finer than a lamport',
    { limits: { ...good.limits, maxFeeSol: '0.0000000001' } },
    'limits.maxFeeSol must have',
  ],
  ['a negative limit', { limits: { ...good.limits, perPayout: '-1' } }, 'limits.perPayout must be a decimal'],
  ['a limit as a number', { limits: { ...good.limits, perPayout: 1000 } }, 'limits.perPayout must be of type string'],
  ['an unknown field', { depositKey: 'xpub' }, 'depositKey is unknown'],
])('rejects %s, and names the field', (_, change, message) => {
  expect(() => parseSolanaSettings({ ...good, ...change })).toThrow(message);
});

test('quotes no value: the URL of a node may contain a token', () => {
  const read = () => parseSolanaSettings({ ...good, nodes: ['ftp://secret-token'], limits: 'secret-token' });
  expect(read).toThrow('nodes.0');
  expect(read).not.toThrow('secret-token');
});
