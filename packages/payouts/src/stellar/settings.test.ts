import { describe, expect, test } from 'vitest';
import { parseStellarSettings } from './settings.ts';

const account = `G${'A'.repeat(52)}WHF`;
const good = {
  nodes: ['https://horizon.example/token'],
  depositAccount: account,
  tokens: { WUSD: { code: 'WUSD', issuer: account } },
  limits: { perPayout: '100', perDay: '250.5', maxFeeStroops: '1000' },
};

describe('the settings of Stellar', () => {
  test('default to the public network from its first ledger', () => {
    expect(parseStellarSettings(good)).toMatchObject({
      passphrase: 'Public Global Stellar Network ; September 2015',
      startBlock: 1n,
      limits: { perPayout: 1_000_000_000n, perDay: 2_505_000_000n, maxFee: 1000n },
    });
  });

  test.each([
    ['no nodes', { nodes: [] }, 'nodes must have an entry'],
    ['a node twice', { nodes: ['https://a.example', 'https://a.example'] }, 'nodes must not repeat an entry'],
    ['a node that is no URL', { nodes: ['secret'] }, 'nodes.0 must be a URL'],
    ['a node with a password', { nodes: ['https://user:secret@a.example'] }, 'nodes.0 must not contain a user name'],
    ['no tokens', { tokens: {} }, 'tokens must have an entry'],
    ['an asset twice', { tokens: { WUSD: good.tokens.WUSD, USDC: good.tokens.WUSD } }, 'must not name an asset twice'],
    ['an invalid account', { depositAccount: 'GABC' }, 'depositAccount must be a Stellar account'],
    ['an unknown currency', { tokens: { ABC: good.tokens.WUSD } }, 'tokens.ABC must be a currency'],
    [
      'a long asset code',
      { tokens: { WUSD: { code: 'X'.repeat(13), issuer: account } } },
      'tokens.WUSD.code must have',
    ],
    [
      'an amount with 8 decimals',
      { limits: { ...good.limits, perDay: '0.00000001' } },
      'limits.perDay must be a decimal',
    ],
    ['a negative amount', { limits: { ...good.limits, perDay: '-1' } }, 'limits.perDay must be a decimal'],
    ['a fee below the minimum', { limits: { ...good.limits, maxFeeStroops: '99' } }, 'must be at least 100 stroops'],
    ['a fee beyond 32 bits', { limits: { ...good.limits, maxFeeStroops: '4294967296' } }, 'must be at most 4294967295'],
    ['an unknown field', { secret: 'secret' }, 'secret is unknown'],
    ['a first ledger of 0', { startBlock: 0 }, 'startBlock must be at least 1'],
  ])('reject %s', (_, change, message) => {
    expect(() => parseStellarSettings({ ...good, ...change })).toThrow(message);
  });

  test('do not quote the URL of a node', () => {
    const nodes = ['ftp://horizon.example/token'];
    expect(() => parseStellarSettings({ ...good, nodes })).toThrow(/^nodes\.0 must be a URL of http or https$/);
  });
});
