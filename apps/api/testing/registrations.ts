import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { operations } from '@wusd/api-sdk/operations';
import { advance, arun, codeFor, delivered, form, type Node, seal, send, type Tokens } from './harness.ts';

type Body = operations['register']['requestBody']['content']['application/json'];

export const password = 'Tall-Ships-2026!';
export const phone = '+6591234567';
export const wrongCode = (code: string): string => (code === '000000' ? '000001' : '000000');

/** The secret that a browser stores, and the hash that it registers. */
export interface Browser {
  key: string;
  hash: string;
}

export function newBrowser(): Browser {
  const key = randomBytes(32).toString('base64url');
  return { key, hash: createHash('sha256').update(key).digest('base64url') };
}

/** Helpers for registrations, which use two nodes alternately. */
export function createRegistrations(node: Node, other: Node) {
  const captcha = async (): Promise<string> => `simulated:activation:${randomUUID()}`;
  const numbers = new Map<string, string>();

  async function registration(changes: Partial<Body> = {}, secret = password): Promise<Body> {
    const payload = await seal(await node.api.config.get(), { password: secret });
    const email = `arun.${randomUUID()}@example.com`;
    return { accountType: 'individual', email, payload, phoneNumber: phone, identity: arun, ...changes };
  }

  async function keyFor(email: string): Promise<string> {
    await delivered(node);
    const { messages } = await node.api.sandbox.mailbox(email);
    return /accountKey=(\S+)/.exec(messages[0]?.text ?? '')?.[1] ?? '';
  }

  async function registered(changes: Partial<Body> = {}): Promise<{ email: string; accountKey: string }> {
    const body = await registration(changes);
    await other.api.registration.register(body);
    return { email: body.email, accountKey: await keyFor(body.email) };
  }

  /** Opens an activation link. @returns its challenge */
  async function opened(accountKey: string, number?: string): Promise<{ challengeId: string }> {
    const corrected = number === undefined ? {} : { phoneNumber: number };
    const { challenge } = await node.api.registration.getActivationInfo(accountKey, corrected, { captcha });
    numbers.set(challenge.challengeId, number ?? phone);
    return challenge;
  }

  /** Sends a code for an activation and returns it. Clears rate limits, which other tests cover. */
  async function sentCode(challengeId: string): Promise<string> {
    await node.server.services.db.deleteFrom('throttle').execute();
    await advance(61, node, other);
    await other.api.mfa.sendSmsOtp({ challengeId });
    await delivered(node);
    return codeFor(node, numbers.get(challengeId) ?? phone);
  }

  async function activated(accountKey: string, number?: string, browser?: Browser) {
    const { challengeId } = await opened(accountKey, number);
    const mfa = [{ checkType: 1 as const, code: await sentCode(challengeId) }];
    const payload = browser && (await seal(await node.api.config.get(), { browserKey: browser.key }));
    return (randomInt(2) ? node : other).api.registration.activate({ challengeId, mfa, captcha, payload });
  }

  /** Requests tokens with a password and the challenge of an activation. */
  async function firstSignIn(attempt: {
    email: string;
    challengeId: string;
    browser: Browser | undefined;
    password?: string;
  }) {
    const { email: username, challengeId, browser, password: secret = password } = attempt;
    const payload = await seal(await node.api.config.get(), {
      username,
      password: secret,
      ...(browser && { browserKey: browser.key }),
    });
    const mfa = Buffer.from(JSON.stringify({ sceneType: 3, challengeId, checks: [] })).toString('base64url');
    return send<Tokens>(other, 'POST', '/auth/oauth2/token', {
      ...form({ grant_type: 'password', client_id: 'wusd-web', payload, device: 'test-device' }),
      headers: { 'x-mfa': mfa },
    });
  }

  const rowOf = (email: string) =>
    node.server.services.db
      .selectFrom('customer_email')
      .innerJoin('customer', 'customer.id', 'customer_email.customer_id')
      .selectAll('customer')
      .where('email_index', '=', node.server.services.vault.blindIndex(email.toLowerCase(), 'email'))
      .executeTakeFirst();

  return {
    captcha,
    registration,
    registered,
    keyFor,
    opened,
    codeFor: sentCode,
    activated,
    firstSignIn,
    newBrowser,
    rowOf,
  };
}
