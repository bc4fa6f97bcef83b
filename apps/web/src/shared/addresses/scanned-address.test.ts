import { Network } from '@wusd/api-sdk/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readScannedAddress } from './scanned-address.ts';

const token = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const person = '0x52908400098527886E0F7030069857D2E4169EE7';
const stellar = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ';

test.each([
  [person, { address: person }],
  [` ${stellar}\n`, { address: stellar }],
  [`ethereum:${person}`, { address: person, networkId: Network.Ethereum }],
  [`ETHEREUM:pay-${person}@137?value=1e18`, { address: person, networkId: Network.Polygon }],
  [
    'tron:TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', networkId: Network.Tron },
  ],
  [
    'solana:9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin?amount=1&label=x',
    { address: '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin', networkId: Network.Solana },
  ],
  [
    `web+stellar:pay?destination=${stellar}&memo=order%2024`,
    { address: stellar, memo: 'order 24', networkId: Network.Stellar },
  ],
])('reads an address from %s', (text, found) => {
  expect(readScannedAddress(text)).toEqual(found);
});

test('reads the recipient of a token transfer, not the address of the token contract (EIP-681)', () => {
  expect(readScannedAddress(`ethereum:${token}@1/transfer?address=${person}&uint256=1e6`)).toEqual({
    address: person,
    networkId: Network.Ethereum,
  });
});

describe('reads nothing from', () => {
  test.each([
    '',
    'hello',
    'https://wusd-wallet.example/deposit',
    'WIFI:S:cafe;T:WPA;P:secret;;',
    'bitcoin:1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
    // Another function than a transfer, no recipient, an unsupported chain, a name instead of an address.
    `ethereum:${token}@1/approve?address=${person}`,
    `ethereum:${token}@1/transfer`,
    `ethereum:${person}@10`,
    'ethereum:vitalik.eth',
    `web+stellar:tx?xdr=${stellar}`,
  ])('%s', (text) => {
    expect(readScannedAddress(text)).toBeUndefined();
  });
});

test('an address that was read is always part of the code', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webUrl(),
        fc.base64String().map((text) => `ethereum:${text}`),
      ),
      (text) => {
        const found = readScannedAddress(text);
        expect(found === undefined || text.includes(found.address)).toBe(true);
      },
    ),
  );
});
