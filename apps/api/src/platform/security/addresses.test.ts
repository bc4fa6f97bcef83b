import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rateLimitAddress } from './addresses.ts';

describe('the address that a rate limit counts', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['2001:db8:0:7::1', '2001:db8:0:7::/64'],
    ['2001:DB8:0:7:ffff:ffff:ffff:ffff', '2001:db8:0:7::/64'],
    ['2001:db8:0:8::1', '2001:db8:0:8::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['::1', '::/64'],
    ['unknown', 'unknown'],
  ])('of %s is %s (control 5)', (address, counted) => {
    expect(rateLimitAddress(address)).toBe(counted);
  });

  test('is the same for all addresses of a /64 in any notation, and differs for the next /64 (control 5)', () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
    const half = fc.tuple(group, group, group, group);
    fc.assert(
      // A zero prefix is excluded: `::ffff:0:0/96` is an IPv4 address.
      fc.property(half, half, half, ([, b, c, d], first, second) => {
        const prefix = ['2001', b, c, d];
        const next = ['2002', b, c, d];
        const counted = rateLimitAddress([...prefix, ...first].join(':'));
        expect(rateLimitAddress([...prefix, ...second].join(':').toUpperCase())).toBe(counted);
        expect(rateLimitAddress([...next, ...first].join(':'))).not.toBe(counted);
      }),
    );
  });
});
