import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeEach, expect } from 'vitest';
import { parseJson } from '@wusd/server-kit/json';
import { bearer, createDemoDatabase, signIn, startNode } from './harness.ts';
import { type RawAnswer, sendRaw } from './raw-http.ts';

const envelope = v.object({
  header: v.object({ success: v.boolean(), errCode: v.string() }),
  result: v.nullable(v.record(v.string(), v.unknown())),
});
type Envelope = v.InferOutput<typeof envelope>;

/** Returns a description of what is wrong with a response, or undefined. */
export function faultOf(answer: RawAnswer | undefined, hasBody = true): string | undefined {
  if (!answer) return 'no answer';
  const { status, headers, body } = answer;
  if (!(status >= 200 && status < 500)) return `status ${status}: ${body}`;
  if (status < 400 || !hasBody) return undefined;
  if (headers['content-type'] !== 'application/json; charset=utf-8') return `${status} is no envelope: ${body}`;
  const parsed = v.safeParse(envelope, JSON.parse(body));
  if (!parsed.success) return `${status} is no envelope: ${body}`;
  const { header, result } = parsed.output;
  return !header.success && /^\d{5}$/.test(header.errCode) && result?.['errorName'] !== undefined
    ? undefined
    : `${status} is no envelope: ${body}`;
}

/** Starts a node that serves a page and its API. Call it at the top of a test file: the node stops after its tests. */
export async function startOnTheWire() {
  const webRoot = mkdtempSync(join(tmpdir(), 'wusd-web-'));
  writeFileSync(join(webRoot, 'index.html'), '<main></main>');
  const node = await startNode(await createDemoDatabase(), {}, undefined, { webRoot });
  afterAll(() => node[Symbol.asyncDispose]());
  beforeEach(() => node.server.services.db.deleteFrom('throttle').execute());
  const port = Number(new URL(node.baseUrl).port);
  return {
    node,
    port,
    authorization: `Authorization: ${bearer(await signIn(node)).headers['authorization']}`,
    /** Sends a request that must be rejected. */
    async refusal(bytes: Buffer): Promise<{ status: number; result: Envelope['result'] }> {
      const answer = await sendRaw(port, bytes);
      expect(faultOf(answer)).toBeUndefined();
      const { result } = parseJson(envelope, answer?.body ?? '');
      return { status: answer?.status ?? 0, result };
    },
  };
}

/** Operations whose body is a form. */
export const forms = ['/api/user/login', '/api/auth/oauth2/token', '/api/feedback', '/api/fiat-transaction/deposit'];

// Parts of a form with the boundary "b".

export const type = (boundary?: string): string =>
  `Content-Type: multipart/form-data${boundary === undefined ? '' : `; boundary=${boundary}`}`;
export const field = (name: string, value: string, ...headers: string[]): string =>
  [`--b`, `Content-Disposition: form-data; name="${name}"`, ...headers, '', value, ''].join('\r\n');
export const file = (name: string, value: string): string =>
  [
    '--b',
    `Content-Disposition: form-data; name="${name}"; filename="a.png"`,
    'Content-Type: image/png',
    '',
    value,
    '',
  ].join('\r\n');
export const end = '--b--\r\n';
