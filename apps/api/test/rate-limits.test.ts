import { describe, expect, test } from 'vitest';
import { json, login, mei, send, startTwoNodes } from '../testing/harness.ts';

// The server trusts one proxy to report the caller's address.
const { node, other } = await startTwoNodes({ trustedProxies: 1 });

describe('an IPv6 subscriber who changes addresses', () => {
  test('is counted by the /64 across nodes (control 5)', async () => {
    const statuses = [];
    for (let count = 1; count <= 21; count += 1) {
      const { status } = await send(count % 2 ? node : other, 'POST', '/user/freeze', {
        ...json({ freezeCode: 'AAAA-AAAA-AAAA' }),
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `2001:db8:0:7::${count.toString(16)}` },
      });
      statuses.push(status);
    }
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 422), 429]);
  });

  test('has 25 wrong passwords per account, for any number of devices (control 5)', async () => {
    const from = (count: number) => ({ 'x-forwarded-for': `2001:db8:0:9:${count.toString(16)}::1` });
    for (let count = 1; count <= 25; count += 1)
      await login(node, { ...mei, password: 'wrong', device: `rotating-${count}` }, from(count));
    expect((await login(node, { ...mei, device: 'rotating-26' }, from(26))).header.errCode).toBe('10001');
    const elsewhere = { 'x-forwarded-for': '2001:db8:0:a::1' };
    expect((await login(node, { ...mei, device: 'rotating-27' }, elsewhere)).status).toBe(200);
  });
});
