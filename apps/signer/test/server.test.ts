import { request } from 'node:https';
import { createRemoteSigner } from '@wusd/payouts/remote-signer';
import { keyFile } from '@wusd/payouts/testing/keys/key-files';
import { secp256k1Key } from '@wusd/payouts/keys/signing-key';
import { silentLogger } from '@wusd/server-kit/logging';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { recordDestinations } from '../src/destinations.ts';
import { startSigner as startServer } from '../src/server.ts';
import { type Certificate, createCertificate } from '@wusd/server-kit/testing/certificates';
import { addPasskey } from '../testing/passkeys.ts';
import { networkId, policy, startSigner, wusd } from '../testing/signer.ts';

// The signer's server, called by the client that the product uses.

const secret = '42'.repeat(32);
const [ours, clients, strangers] = await Promise.all([createCertificate(), createCertificate(), createCertificate()]);
const parts = await startSigner();
const { services, networks, order, wait } = parts;
const passkey = await addPasskey(parts);
const server = await startServer({
  settings: {
    mode: 'test',
    host: '127.0.0.1',
    port: 0,
    databaseUrl: parts.signerUrl,
    productDatabaseUrl: parts.productUrl,
    networks: {},
    payoutKeys: { evm: { current: keyFile(secret), retired: [keyFile('43'.repeat(32))] } },
    treasuryKeys: undefined,
    kmsCredentials: undefined,
    policy,
    tls: { ...ours, clientCa: clients.certificate },
  },
  log: silentLogger,
  clock: services.clock,
  payouts: networks.payouts,
});
afterAll(async () => {
  await server.close();
  await parts.close();
});
await recordDestinations(services.db, services.clock, [{ networkId, address: '0xknown', memo: undefined }]);
wait(25);

const client = createRemoteSigner({ url: server.url, ca: ours.certificate, ...clients });
const asked = { networkId, sender: '0xsender', nonce: '0', price: 'price' };
const payout = { ...asked, to: '0xknown', currency: 'WUSD', amount: wusd(10) };

describe('the client', () => {
  test('gets the signature of the stored order, and other values in its request are ignored', async () => {
    await order({ payoutId: 'ctx_1' });
    const signed = await client.sign({ ...payout, payoutId: 'ctx_1', attempt: 1, to: '0xelse', amount: wusd(999) });
    expect(JSON.parse(signed.raw)).toMatchObject({ to: '0xknown', amount: String(wusd(10)) });
  });

  test('throws the rejection with the time of the next attempt', async () => {
    await order({ payoutId: 'ctx_2', to: '0xnew', nonce: '2' });
    const retryAt = new Date(services.clock.now().getTime() + 86_400_000);
    await expect(client.sign({ ...payout, payoutId: 'ctx_2', attempt: 1 })).rejects.toMatchObject({
      name: 'PayoutRejected',
      reason: 'new-destination',
      retryAt,
    });
  });

  test('gets a 404 and no rejection for an unknown order, because the order may still arrive', async () => {
    await expect(client.signCancellation({ ...asked, payoutId: 'ctx_3', attempt: 1 })).rejects.toMatchObject({
      name: 'HttpStatusError',
      fields: { status: 404 },
    });
  });

  test('gets the public keys, and can’t sign with them', async () => {
    const { current, retired } = await client.open('evm', 'secp256k1');
    expect(current.publicKey).toEqual(secp256k1Key(Uint8Array.from(Buffer.from(secret, 'hex'))).publicKey);
    expect(retired).toHaveLength(1);
    await expect(current.sign(new Uint8Array(32))).rejects.toThrow('The signer alone has this key');
    await expect(client.open('tron', 'secp256k1')).rejects.toThrow('can open no key for tron');
  });

  test('trusts only the signer’s certificate', async () => {
    const misled = createRemoteSigner({ url: server.url, ca: strangers.certificate, ...clients });
    await expect(misled.open('evm', 'secp256k1')).rejects.toMatchObject({ name: 'SignerError' });
  });
});

test('the scan records customers’ passkeys before a payout needs them', async () => {
  await vi.waitFor(async () => {
    const known = await services.db.selectFrom('credential').select('credential_id').execute();
    expect(known.map(({ credential_id: id }) => id.toString('base64url'))).toEqual([passkey.id]);
  }, 10_000);
});

/** @returns the status, or the code of the error of the connection */
function call(path: string, body: string, certificate?: Certificate): Promise<number | string> {
  const { promise, resolve } = Promise.withResolvers<number | string>();
  const asking = request(
    new URL(path, server.url),
    {
      method: body === '' ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json' },
      ca: ours.certificate,
      ...(certificate && { cert: certificate.certificate, key: certificate.key }),
    },
    (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    },
  );
  asking.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'));
  asking.end(body);
  return promise;
}

test('signatures since a time are returned in pages to clients with a certificate', async () => {
  const since = services.clock.now();
  wait(1);
  for (const payoutId of ['ctx_8', 'ctx_9']) {
    await order({ payoutId });
    await client.sign({ ...payout, payoutId, attempt: 1 });
  }
  const [first, second, ...none] = await client.signatures.signedSince(new Date(since.getTime() + 1), '0');
  expect([first, second]).toMatchObject([{ payoutId: 'ctx_8' }, { payoutId: 'ctx_9' }]);
  expect(first).toMatchObject({ attempt: 1, networkId, to: '0xknown', memo: '', amount: String(wusd(10)) });
  expect(none).toEqual([]);
  expect(await client.signatures.signedSince(since, first?.position ?? '')).toEqual([second]);
  expect(await client.signatures.signedSince(services.clock.now(), second?.position ?? '')).toEqual([]);
  expect(await call(`/v1/signatures?since=${since.toISOString()}&after=0`, '', strangers)).toEqual(expect.any(String));
});

test.each(['', '?after=0', '?since=now&after=0', '?since=2030-01-01T00:00:00.000Z&after=-1'])(
  'a log request without a valid time or position is rejected: %s',
  async (query) => {
    expect(await call(`/v1/signatures${query}`, '', clients)).toBe(400);
  },
);

test('a restored product gets the same signature again, and no second signature for the same payout', async () => {
  await order({ payoutId: 'ctx_10', nonce: '10' });
  const signed = await client.sign({ ...payout, payoutId: 'ctx_10', attempt: 1 });
  // The product repeats a forgotten order: with the same nonce, and with the next nonce.
  await order({ payoutId: 'ctx_10', nonce: '10' });
  expect(await client.sign({ ...payout, payoutId: 'ctx_10', attempt: 1 })).toEqual(signed);
  await order({ payoutId: 'ctx_10', nonce: '11' });
  await expect(client.sign({ ...payout, payoutId: 'ctx_10', attempt: 1 })).rejects.toMatchObject({
    reason: 'conflict',
  });
});

test('clients without a certificate of the configured authority get no answer (control 25)', async () => {
  const body = JSON.stringify({ payoutId: 'ctx_1', attempt: 1 });
  expect(await call('/v1/signatures', body, clients)).toBe(200);
  expect(await call('/v1/signatures', body)).toEqual(expect.any(String));
  expect(await call('/v1/signatures', body, strangers)).toEqual(expect.any(String));
  expect(await call('/v1/keys', '', strangers)).toEqual(expect.any(String));
  expect(await call('/v1/treasury?after=0', '', clients)).toBe(200);
  expect(await call('/v1/treasury?after=0', '', strangers)).toEqual(expect.any(String));
});

test.each(['', '?after=', '?after=-1', '?after=x'])(
  'a report request without a valid position is rejected: %s',
  async (query) => {
    expect(await call(`/v1/treasury${query}`, '', clients)).toBe(400);
  },
);

test.each([
  ['no body', '{}'],
  ['what is to be paid', '{"payoutId":"ctx_1","attempt":1,"to":"0xelse"}'],
  ['an attempt that is none', '{"payoutId":"ctx_1","attempt":0}'],
  ['text that is no JSON', 'pay me'],
])('a request with %s is rejected', async (_, body) => {
  expect(await call('/v1/signatures', body, clients)).toBe(400);
});
