import { Network } from '@wusd/api-sdk/domain';
import { applicationUrl, createTestDatabase } from '@wusd/api/testing/databases';
import { startBase, startSignedPayouts } from '@wusd/api/testing/evm-payouts';
import { hexOf } from '@wusd/payouts/evm/hex';
import { depositKey, payoutAddress, payoutKey } from '@wusd/payouts/testing/evm-node';
import { keyFile } from '@wusd/payouts/testing/keys/key-files';
import { createClient } from '@wusd/server-kit/connections';
import { silentLogger } from '@wusd/server-kit/logging';
import { afterAll, expect, inject, test } from 'vitest';
import { type RunningSigner, startSigner } from '../src/server.ts';
import type { SignerSettings } from '../src/settings.ts';
import { createCertificate } from '@wusd/server-kit/testing/certificates';
import { createSignerLogin, policy } from '../testing/signer.ts';
import { depositAddress, gasAccount } from '../testing/treasury.ts';

// The signer sweeps a deposit, which then funds a withdrawal that waited for liquidity.

const base = await startBase({ minimum: { WUSD: '50' }, gasPerDay: '1' });
const { evm } = base;
const database = await createTestDatabase(inject('postgresUrl'));
const [ours, clients] = await Promise.all([createCertificate(), createCertificate()]);
let now = (): Date => new Date();
const gas = keyFile('24'.repeat(32));
const settings: SignerSettings = {
  mode: 'test',
  host: '127.0.0.1',
  port: 0,
  databaseUrl: await createTestDatabase(inject('postgresUrl'), { isEmpty: true }),
  productDatabaseUrl: await createSignerLogin(database),
  networks: base.networks,
  payoutKeys: { evm: { current: keyFile(payoutKey), retired: [] } },
  treasuryKeys: { deposits: { path: xprvFile(), encryptedBy: undefined }, gas },
  kmsCredentials: undefined,
  policy,
  tls: { ...ours, clientCa: clients.certificate },
};
const start = (changed: SignerSettings): Promise<RunningSigner> =>
  startSigner({ settings: changed, log: silentLogger, clock: { now: () => now() } });
const signer = await start(settings);
const payouts = await startSignedPayouts(database, base, { url: signer.url, ca: ours.certificate, ...clients });
now = () => payouts.services.clock.now();
afterAll(async () => {
  await payouts.node[Symbol.asyncDispose]();
  await signer.close();
  await evm.stop();
});

/** The extended private key, in a file that only this user may read. */
function xprvFile(): string {
  const name = keyFile(depositKey.privateExtendedKey);
  if (name.kind !== 'file') throw new Error('Not a file');
  return name.path;
}

/**
 * Runs treasury rounds, with blocks after each to make transfers final. Runs more rounds than necessary, because the
 * treasury's own timer may be running a round.
 */
async function sweep(): Promise<void> {
  for (let round = 0; round < 6; round += 1) {
    await signer.treasury?.();
    await evm.mine(6);
  }
}

test('a withdrawal that waits for liquidity is sent after a deposit is swept', async () => {
  const { id, to } = await payouts.ask('100');
  await payouts.until(id, { status: 'to be processed', hold_reason: 'liquidity' });
  await evm.client.setBalance({ address: gasAccount, value: 10n ** 18n });
  // The test's node gives the payout address 100 native coins.
  const funded = 101n * 10n ** 18n;
  await sweep();
  expect(await evm.balanceOf(payoutAddress)).toBe(1_000_000_000n);
  await payouts.advance(120);
  await payouts.until(id, { hold_reason: 'new-destination' });
  await payouts.advance(24 * 3600 + 60);
  await payouts.until(id, { status: 'processing' });
  await evm.mine(12);
  await payouts.until(id, { status: 'completed' });
  expect(await evm.balanceOf(hexOf(to))).toBe(100_000_000n);
  expect(await payouts.differences()).toEqual([]);

  // All network fees are posted, each transaction once.
  const { services } = payouts;
  const { sender: address } = await signer.services.db
    .selectFrom('treasury_transfer')
    .select('sender')
    .where('kind', '=', 'sweep')
    .executeTakeFirstOrThrow();
  const paid = async (): Promise<bigint> => {
    const balances = await Promise.all(
      [gasAccount, payoutAddress, address].map((each) => evm.client.getBalance({ address: hexOf(each) })),
    );
    return funded - balances.reduce((sum, each) => sum + each, 0n);
  };
  for (let repeat = 0; repeat < 3; repeat += 1) await payouts.postFees();
  await services.db.updateTable('scan_cursor').set({ position: '0' }).where('source', '=', 'treasury').execute();
  await payouts.postFees();
  expect(await services.db.selectFrom('network_fee').select('hash').execute()).toHaveLength(3);
  expect(await ledger('gas expense')).toBe(await paid());
  expect(await ledger('gas')).toBe(-(await paid()));
  const funding = `0x${'ab'.repeat(32)}`;
  const record = (): Promise<string> =>
    payouts.operator('fund-gas', 'base', '--amount', '101', '--hash', funding, '--why', 'test', '--operator', 'ann');
  expect(await record()).toContain('101 ETH: recorded');
  expect(await record()).toContain('was recorded before');
  await expect(
    payouts.operator(
      'fund-gas',
      'base',
      '--amount',
      '102',
      '--hash',
      funding.toUpperCase().replace('0X', '0x'),
      '--why',
      'test',
    ),
  ).rejects.toThrow('with another amount');
  await expect(
    payouts.operator('fund-gas', 'base', '--amount', '1', '--hash', '0xabc', '--why', 'test'),
  ).rejects.toThrow('64 hexadecimal digits');
  expect(await ledger('gas')).toBe(funded - (await paid()));
  expect(await payouts.differences()).toEqual([]);
});

/** Returns the posted balance of all accounts of a kind. */
async function ledger(kind: string): Promise<bigint> {
  const rows = await payouts.services.db.selectFrom('account').select('posted').where('kind', '=', kind).execute();
  return rows.reduce((sum, { posted }) => sum + BigInt(posted), 0n);
}

test('tokens of deposit addresses go to the payout address, even if the application writes forged rows (control 63)', async () => {
  const attacker = createClient({ connectionString: applicationUrl(database) });
  await attacker.connect();
  try {
    const before = await evm.balanceOf(payoutAddress);
    const forged = depositAddress(4711n);
    await evm.mint(forged, '80');
    await evm.mine(6);
    await attacker.query(
      `insert into derivation (customer_id, key_index) overriding system value
       values ('cus_a', 4711), ('cus_b', 9223372036854775807), ('cus_c', -1), ('cus_d', 2147483648)`,
    );
    await attacker.query(
      `insert into deposit_address values ('cus_a', 8, '0x00000000000000000000000000000000000000aa', null)`,
    );
    await sweep();
    expect(await evm.balanceOf(forged)).toBe(0n);
    expect(await evm.balanceOf(payoutAddress)).toBe(before + 80_000_000n);
    const { rows } = await attacker.query(`select 1 from pg_tables where tablename = 'treasury_transfer'`);
    expect(rows).toEqual([]);
  } finally {
    await attacker.end();
  }
});

test('an address is swept only on networks where the product assigned it to a customer (control 63)', async () => {
  const { product } = signer.services;
  expect((await product.keyIndexesAfter(Network.Base, 0n, 10)).length).toBeGreaterThan(0);
  expect(await product.keyIndexesAfter(Network.Polygon, 0n, 10)).toEqual([]);
});

test('a signer does not start with a private key that does not match its deposit addresses (control 63)', async () => {
  // The extended public key of the example, which does not match the private key.
  const depositKey =
    'xpub6EpmyCdWUwTBPpSuwYExcVQTe1gVnvCmdKpgmcbW26pV1AQyWgEBHcw1xDwJnD2h3hWAuR8cigZVGgxj19b8vysEEbbJsJwEY5JJ8zUKGEF';
  const networks = { evm: { ...base.networks.evm, depositKey } };
  await expect(start({ ...settings, networks })).rejects.toMatchObject({ code: 'KEY_UNSUITABLE' });
});

test('a signer does not start with a gas account that is a current or retired payout address (control 63)', async () => {
  for (const evmKeys of [
    { current: gas, retired: [] },
    { current: keyFile(payoutKey), retired: [gas] },
  ])
    await expect(start({ ...settings, payoutKeys: { evm: evmKeys } })).rejects.toThrow('needs a key of its own');
});

test('operators get an alert while the gas account can pay only a few top-ups', async () => {
  const alerts = async (): Promise<string[]> => {
    await signer.treasury?.();
    await payouts.postFees();
    const rows = await payouts.services.db
      .selectFrom('operator_alert')
      .select(['kind', 'entity_id'])
      .where('closed_at', 'is', null)
      .where('kind', 'in', ['gas-account', 'gas-limit', 'sweep-stuck'])
      .execute();
    return rows.map(({ kind, entity_id: entityId }) => `${kind} ${entityId}`);
  };
  expect(await alerts()).toEqual([]);
  await evm.client.setBalance({ address: gasAccount, value: 1n });
  expect(await alerts()).toEqual(['gas-account network-8']);
  await evm.client.setBalance({ address: gasAccount, value: 10n ** 18n });
  expect(await alerts()).toEqual([]);
});
