import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ScreeningPort } from './ports.ts';
import { riskyAddress, simulatedAddress, simulatedScreening } from '../sandbox/chain.ts';
import { createScreening } from './screening.ts';
import { portOf } from '@wusd/server-kit/testing/loopback';
import * as v from 'valibot';
import { parseJson } from '@wusd/server-kit/json';

const requests: { authorization: string | undefined; body: unknown }[] = [];
const answers: Record<string, [number, string]> = {
  broken: [500, '{}'],
  unknown: [200, '{"risk":"medium"}'],
  empty: [200, '{}'],
  text: [200, '<html>'],
};
const provider = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk: Buffer) => (text += chunk.toString()));
  request.on('end', () => {
    const body = parseJson(v.looseObject({ address: v.optional(v.string()), name: v.optional(v.string()) }), text);
    requests.push({ authorization: request.headers.authorization, body });
    const risk = body.address === riskyAddress(3) || body.name === 'Blocked Trading Ltd' ? 'high' : 'low';
    const [status, answer] = answers[body.address ?? ''] ?? [200, JSON.stringify({ risk })];
    response.writeHead(status).end(answer);
  });
});
let url: string;
beforeAll(async () => {
  await new Promise<void>((resume) => provider.listen(0, '127.0.0.1', resume));
  url = `http://127.0.0.1:${portOf(provider)}`;
});
afterAll(() => provider.close());

describe.each<[string, () => ScreeningPort]>([
  ['the provider', () => createScreening({ url, token: 'our-token' })],
  ['the simulator', () => simulatedScreening],
])('a screening by %s', (_, create) => {
  test('reports addresses and parties that are high risk', async () => {
    expect(await create().screenAddress(3, riskyAddress(3))).toBe('high');
    expect(await create().screenAddress(3, simulatedAddress(3, 5n))).toBe('low');
    expect(await create().screenParty({ name: 'Blocked Trading Ltd', country: 'SG' })).toBe('high');
    expect(await create().screenParty({ name: 'Mei Tan', country: 'SG' })).toBe('low');
  });
});

test('the request has the address, its network and our token', async () => {
  await createScreening({ url, token: 'our-token' }).screenAddress(6, 'T-address');
  expect(requests.at(-1)).toEqual({
    authorization: 'Bearer our-token',
    body: { networkId: 6, address: 'T-address' },
  });
});

test.each(Object.keys(answers))('a response without a risk is an error: %s', async (address) => {
  await expect(createScreening({ url, token: 't' }).screenAddress(3, address)).rejects.toThrow();
});
