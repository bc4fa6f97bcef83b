import { Network } from '@wusd/api-sdk/domain';
import { describe, expect, test } from 'vitest';
import { encodeSolana, encodeStellar, encodeTron, isMemo, isTransactionHash, parseAddress } from './address-formats.ts';
import { UnknownKeyError } from '@wusd/server-kit/registry/lookup';
import fc from 'fast-check';

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

describe('a published test vector', () => {
  // Examples of ERC-55.
  test.each([
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
    '0xde709f2102306220921060314715629080e2fb77',
    '0x27b1fdb04752bbc536007a920d24acb045561c26',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ])('is a valid Ethereum address: %s', (address) => {
    expect(parseAddress(Network.Ethereum, address)).toBe(address);
    expect(parseAddress(Network.Ethereum, address.toLowerCase())).toBe(address);
    expect(parseAddress(Network.Ethereum, `0X${address.slice(2).toUpperCase()}`)).toBe(address);
  });
  test.each([
    // The USDT contract, and the zero account of the network's documentation.
    [Network.Tron, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    [Network.Tron, 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'],
    // The token program, and the mint of USDC.
    [Network.Solana, 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'],
    [Network.Solana, 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
    // Example of SEP-23.
    [Network.Stellar, 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'],
  ])('is a valid address of network %i: %s', (network, address) => {
    expect(parseAddress(network, address)).toBe(address);
  });
});

test.each([
  ['a letter in the wrong case', Network.Ethereum, '0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['too short', Network.Base, '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe'],
  ['a hash', Network.Ethereum, '0x9c22ff5f21f0b81b113e63f7db6da94fedef11b2119b4088b89664fb9a3cb658'],
  ['another network’s', Network.Tron, '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['a letter that was changed', Network.Tron, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u'],
  ['a Bitcoin address', Network.Tron, '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['a letter outside base58', Network.Solana, 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5D0'],
  ['a letter that was changed', Network.Stellar, 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGA'],
  ['a seed', Network.Stellar, 'SBU2RRGLXH3E5CQHTD3ODLDF2BWDCYUSSBLLZ5GNW7JXHDIYKXZWHOKR'],
  ['nothing', Network.Solana, ''],
  ['a space around it', Network.Ethereum, ' 0x52908400098527886E0F7030069857D2E4169EE7'],
])('rejects text that is not an address: %s', (_, network, text) => {
  expect(parseAddress(network, text)).toBeUndefined();
});

test('parsing an address of an unknown network throws an error', () => {
  expect(() => parseAddress(99, '0x52908400098527886E0F7030069857D2E4169EE7')).toThrow(UnknownKeyError);
});

test('an encoded address can be parsed, but not after one letter is changed', () => {
  const kinds: [number, (key: Uint8Array) => string, number][] = [
    [Network.Tron, (key) => encodeTron(Uint8Array.of(0x41, ...key)), 20],
    [Network.Stellar, encodeStellar, 32],
  ];
  for (const [network, encode, length] of kinds)
    fc.assert(
      fc.property(bytes(length), fc.nat(60), (key, at) => {
        const address = encode(key);
        expect(parseAddress(network, address)).toBe(address);
        const place = 1 + (at % (address.length - 1));
        const other = address[place] === 'A' ? 'B' : 'A';
        expect(parseAddress(network, address.slice(0, place) + other + address.slice(place + 1))).toBeUndefined();
      }),
    );
  fc.assert(
    fc.property(bytes(32), (key) => {
      const address = encodeSolana(key);
      expect(parseAddress(Network.Solana, address)).toBe(address);
    }),
  );
});

test('parsing never throws, and a parsed address parses to itself', () => {
  fc.assert(
    fc.property(fc.constantFrom(...Object.values(Network)), fc.string({ maxLength: 120 }), (network, text) => {
      const address = parseAddress(network, text);
      if (address !== undefined) expect(parseAddress(network, address)).toBe(address);
    }),
  );
});

test('a memo is valid with up to 28 bytes of text', () => {
  expect(['123456789', 'a', 'x'.repeat(28), '备注'].map(isMemo)).toEqual([true, true, true, true]);
  expect(['', ' a', 'x'.repeat(29), '备'.repeat(10)].map(isMemo)).toEqual([false, false, false, false]);
});

test('a hash is validated only on networks whose hash format is specified', () => {
  const hash = `0x${'a1'.repeat(32)}`;
  for (const network of [Network.Ethereum, Network.Polygon, Network.Viction])
    expect([hash, hash.slice(0, -1), hash.slice(2)].map((each) => isTransactionHash(network, each))).toEqual([
      true,
      false,
      false,
    ]);
  expect(isTransactionHash(Network.Solana, 'whatever')).toBe(true);
});
