import { tmpdir } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { type Config, createWalletClient, type WalletClient } from '@wusd/api-sdk';
import { CompactEncrypt, importJWK } from 'jose';
import { afterAll, inject } from 'vitest';
import { findCustomerByEmail } from '../src/commands/customers.ts';
import type { Commands } from '../src/commands/command.ts';
import { type Server, type ServerOptions, startServer } from '../src/composition/server.ts';
import { readSettings, type Settings } from '../src/composition/settings.ts';
import { createTestDatabase } from './databases.ts';
import { masterKey as processMasterKey, patientLimits } from './process.ts';

export const mei = { username: 'mei@demo.example', password: 'Demo-Wallet-2026!', phone: '+6581234567' };

/** A person who registers. */
export const arun = {
  fullName: 'Arun Rao',
  gender: 'male' as const,
  nationality: 'IN',
  residence: 'SG',
  idType: 'passport' as const,
  idNumber: 'Z7654321',
  residentialAddress: { city: 'Singapore', addressLine: '9 Battery Road', postalCode: '049910' },
};

/** Creates a database for one test file. */
export function createDatabase(): Promise<string> {
  return createTestDatabase(inject('postgresUrl'));
}

/** Creates a database with the demo customers, as a node creates them in an empty database. */
export function createDemoDatabase(): Promise<string> {
  return createTestDatabase(inject('postgresUrl'), { from: inject('demoTemplate') });
}

/** Copies a database that no node uses. */
export function copyDatabase(url: string): Promise<string> {
  return createTestDatabase(inject('postgresUrl'), { from: new URL(url).pathname.slice(1) });
}

export interface Node extends AsyncDisposable {
  server: Server;
  baseUrl: string;
  api: WalletClient;
}

const masterKey = Buffer.from(processMasterKey, 'base64');

/** Starts a server on loopback with the demo customers. Two servers on one database are two nodes. */
export async function startNode(
  url: string,
  settings: Partial<Settings> = {},
  commands?: Commands,
  options: Partial<Pick<ServerOptions, 'log' | 'wrapGateways' | 'startDeadline' | 'webRoot'>> = {},
): Promise<Node> {
  const server = await startServer({
    webRoot: undefined,
    ...options,
    settings: {
      ...readSettings({ PORT: '0', DATABASE_URL: url, WUSD_SANDBOX_PACE: 'instant', ...patientLimits }),
      masterKey,
      ...settings,
    },
    // Not used, because both the database and the key are configured.
    dataFolder: tmpdir(),
    ...(commands && { commands }),
  });
  const baseUrl = `${server.url}/api`;
  return { server, baseUrl, api: createWalletClient({ baseUrl }), [Symbol.asyncDispose]: () => server.close() };
}

/** Starts two nodes on a new database. Call it at the top of a test file: the nodes stop after its tests. */
export async function startTwoNodes(
  settings: Partial<Settings> = {},
  commands?: Commands,
): Promise<{ database: string; node: Node; other: Node }> {
  const database = await createDemoDatabase();
  const node = await startNode(database, settings, commands);
  const other = await startNode(database, settings, commands);
  afterAll(() => Promise.all([node, other].map((each) => each[Symbol.asyncDispose]())));
  return { database, node, other };
}

export interface Answer<T = unknown> {
  status: number;
  headers: Headers;
  header: { success: boolean; errCode: string; errMsg: string; serverTime: string };
  result: T;
}

/** Sends a raw HTTP call, and returns the whole envelope. */
export async function send<T = Record<string, unknown>>(
  node: Node,
  method: string,
  path: string,
  init: RequestInit = {},
): Promise<Answer<T>> {
  const response = await fetch(node.baseUrl + path, { method, ...init });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a test expects; its expectations check it
  const { header, result } = (await response.json()) as Pick<Answer<T>, 'header' | 'result'>;
  return { status: response.status, headers: response.headers, header, result };
}

export function json(body: unknown): { headers: Record<string, string>; body: string } {
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

export function form(fields: Record<string, string>): RequestInit {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  return { body };
}

export async function seal(config: Config, value: unknown): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(value)))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: config.sealingKey.kid })
    .encrypt(await importJWK(config.sealingKey, 'RSA-OAEP-256'));
}

export interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  rt_expires_in: number;
}

export interface Credentials {
  username: string;
  password: string;
  device?: string;
}

const clientId = 'wusd-web';

/** @param headers e.g. `x-forwarded-for`, if the node trusts a proxy */
export async function login(
  node: Node,
  { username, password, device = 'test-device' }: Credentials,
  headers: Record<string, string> = {},
) {
  const payload = await seal(await node.api.config.get(), { username, password });
  return send<{ challengeId: string; checks: { checkType: number; masked: string }[]; expiresAt: string }>(
    node,
    'POST',
    '/user/login',
    { ...form({ client_id: clientId, payload, device }), headers },
  );
}

export async function token(
  node: Node,
  { username, password, device = 'test-device' }: Credentials,
  challengeId: string,
  check: { checkType: number; code: string } | { checkType: 3; recoveryCode: string },
  headers: Record<string, string> = {},
) {
  const payload = await seal(await node.api.config.get(), { username, password });
  const mfa = Buffer.from(JSON.stringify({ sceneType: 3, challengeId, checks: [check] })).toString('base64url');
  return send<Tokens>(node, 'POST', '/auth/oauth2/token', {
    ...form({ grant_type: 'password', client_id: clientId, payload, device }),
    headers: { ...headers, 'x-mfa': mfa },
  });
}

export function refresh(node: Node, refreshToken: string) {
  return send<Tokens>(
    node,
    'POST',
    '/auth/oauth2/token',
    form({ grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken }),
  );
}

/** Returns the newest code in the sandbox's mailbox after it is delivered. */
export async function codeFor(node: Node, recipient: string, after?: string): Promise<string> {
  return eventually(async () => {
    const { messages } = await node.api.sandbox.mailbox(recipient);
    const code = messages.find((message) => message.code !== undefined)?.code;
    return code === after ? undefined : code;
  });
}

export async function signIn(node: Node, credentials: Credentials = mei): Promise<Tokens> {
  const { result } = await login(node, credentials);
  await node.api.mfa.sendEmailOtp({ challengeId: result.challengeId });
  await delivered(node);
  const code = await codeFor(node, credentials.username);
  return (await token(node, credentials, result.challengeId, { checkType: 2, code })).result;
}

/** Waits until the relay has emptied the outbox: when a call returns, its codes are only in the outbox. */
export async function delivered({ server }: Node): Promise<void> {
  await eventually(async () => {
    const waiting = await server.services.db
      .selectFrom('message')
      .select('id')
      .where('sent_at', 'is', null)
      .executeTakeFirst();
    return waiting ? undefined : true;
  });
}

/** Returns the demo customer's id after the demo funds are credited. */
export async function fundedDemoCustomer({ server }: Node): Promise<string> {
  const { db, vault } = server.services;
  const id = (await findCustomerByEmail(db, vault, mei.username))?.id ?? '';
  await eventually(async () => {
    const wallet = await db
      .selectFrom('account')
      .select('posted')
      .where('owner', '=', id)
      .where('asset', '=', 'WUSD')
      .executeTakeFirst();
    return wallet === undefined || wallet.posted === '0' ? undefined : true;
  });
  return id;
}

/** Timeout of a wait. Long enough for a busy machine; only a test that hangs reaches it. */
const patienceMs = 50_000;

/** Pause between two checks, because the awaited work also needs the processor. */
const pauseMs = 5;

/** Polls until the function returns a value. */
export async function eventually<T>(look: () => Promise<T | undefined>): Promise<T> {
  const begun = performance.now();
  while (performance.now() - begun < patienceMs) {
    const found = await look();
    if (found !== undefined) return found;
    await setTimeout(pauseMs);
  }
  throw new Error('It did not happen');
}

/** Advances the clock of nodes that share a database. Resolves when each node has the new time. */
export async function advance(seconds: number, node: Node, ...others: Node[]): Promise<void> {
  await node.api.sandbox.advanceClock(seconds);
  const now = node.server.services.clock.now().getTime();
  for (const { server } of others)
    await eventually(async () => {
      // Each check queries the database, because a node gets the new time from there, at the latest in its next round.
      await server.services.db.selectFrom('clock').select('offset_ms').execute();
      return server.services.clock.now().getTime() >= now ? true : undefined;
    });
}

export function bearer({ access_token: accessToken }: Pick<Tokens, 'access_token'>): {
  headers: Record<string, string>;
} {
  return { headers: { authorization: `Bearer ${accessToken}` } };
}

export function clientOf(node: Node, tokens: Pick<Tokens, 'access_token'>): WalletClient {
  return createWalletClient({ baseUrl: node.baseUrl, auth: { getAccessToken: async () => tokens.access_token } });
}

/** Exports a customer's whole history. @returns the path of the completed export */
export async function exportOf(node: Node, tokens: Tokens): Promise<string> {
  const { history } = clientOf(node, tokens);
  const { id } = await history.startExport({ format: 'CSV' });
  await eventually(async () => ((await history.getExport(id)).status === 'completed' ? true : undefined));
  return `/wallet-history/export-jobs/${id}`;
}

/** Returns the available balance of a currency; empty if the customer has no such wallet. */
export async function availableOf(api: WalletClient, currency: string): Promise<string> {
  return (await api.walletAccounts.list()).find((each) => each.currency === currency)?.available ?? '';
}
