import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CaptchaPort } from './ports.ts';
import { createSimulatedCaptcha } from '../sandbox/simulators.ts';
import { createRecaptcha } from './recaptcha.ts';
import { portOf } from '@wusd/server-kit/testing/loopback';

/** A double of Google's siteverify, as its documentation describes it. */
const requests: URLSearchParams[] = [];
const spent = new Set<string>();
const provider = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk: Buffer) => (text += chunk.toString()));
  request.on('end', () => {
    const form = new URLSearchParams(text);
    requests.push(form);
    const token = form.get('response') ?? '';
    if (token === 'broken') return void response.writeHead(500).end('<html>');
    const [kind, action = '', score = '0.9'] = token.split(':');
    const isGood = kind === 'simulated' && !spent.has(token);
    spent.add(token);
    const verdict = isGood
      ? { success: true, action, score: score.startsWith('score-') ? Number(score.slice(6)) : 0.9 }
      : { success: false, 'error-codes': ['timeout-or-duplicate'] };
    return void response.end(JSON.stringify(verdict));
  });
});
let url: string;
beforeAll(async () => {
  await new Promise<void>((resume) => provider.listen(0, '127.0.0.1', resume));
  url = `http://127.0.0.1:${portOf(provider)}/`;
});
afterAll(() => provider.close());

const ports: [string, () => CaptchaPort][] = [
  ['the provider', () => createRecaptcha({ secret: 'our-secret', url })],
  ['the simulator', createSimulatedCaptcha],
];

describe.each(ports)('a captcha by %s', (name, create) => {
  const token = (rest: string): string => `simulated:${rest}:${name}`;

  test('accepts a token of its action once', async () => {
    const captcha = create();
    expect(await captcha.verify(token('activation'), 'activation', '203.0.113.7')).toBe(true);
    expect(await captcha.verify(token('activation'), 'activation', '203.0.113.7')).toBe(false);
  });

  test('rejects tokens of other actions and malformed tokens', async () => {
    const captcha = create();
    expect(await captcha.verify(token('swap'), 'activation', '203.0.113.7')).toBe(false);
    expect(await captcha.verify('anything', 'activation', '203.0.113.7')).toBe(false);
    expect(await captcha.verify('', 'activation', '203.0.113.7')).toBe(false);
  });
});

describe('the provider', () => {
  test('receives the secret, the token and the address of the client', async () => {
    await createRecaptcha({ secret: 'our-secret', url }).verify('simulated:swap:sent', 'swap', '203.0.113.7');
    expect(Object.fromEntries(requests.at(-1) ?? [])).toEqual({
      secret: 'our-secret',
      response: 'simulated:swap:sent',
      remoteip: '203.0.113.7',
    });
  });

  test('rejects a token by its low score', async () => {
    const captcha = createRecaptcha({ secret: 's', url });
    expect(await captcha.verify('simulated:swap:score-0.4', 'swap', '203.0.113.7')).toBe(false);
  });

  test('that fails rejects the call', async () => {
    const captcha = createRecaptcha({ secret: 's', url });
    await expect(captcha.verify('broken', 'swap', '203.0.113.7')).rejects.toMatchObject({ status: 500 });
  });

  test('that is unreachable rejects the call', async () => {
    const captcha = createRecaptcha({ secret: 's', url: 'http://127.0.0.1:1/' });
    await expect(captcha.verify('simulated:swap:gone', 'swap', '203.0.113.7')).rejects.toThrow('fetch failed');
  });
});
