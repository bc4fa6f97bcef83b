import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFolderStore } from '../src/gateways/banks/folder.ts';
import { reconcile } from '../src/domains/operations/reconcile.ts';
import { startServer } from '../src/composition/server.ts';
import { readSettings } from '../src/composition/settings.ts';
import { askFiatWithdrawal, saveOldBankAccount } from '../testing/fiat.ts';
import { complaintsOf, notificationOf, statementOf } from '../testing/file-bank.ts';
import { listen } from '@wusd/server-kit/testing/loopback';
import { productionOnLoopback } from '../testing/production-settings.ts';
import { createSwapCustomer } from '../testing/swap-customers.ts';
import { databaseEnvironment } from '../testing/databases.ts';
import { createDatabase } from '../testing/harness.ts';
import { createWalletClient } from '@wusd/api-sdk';

test('a production server reads wires from a bank’s folder and pays out through it', async () => {
  const number = '0720012345';
  const at = await mkdtemp(join(tmpdir(), 'production-bank-'));
  const banks = join(at, 'banks.json');
  const account = { beneficiaryName: 'WUSD Wallet Pte Ltd', bankName: 'DBS Bank Ltd', accountNumber: number };
  const dbs = { id: 'dbs', name: 'DBS', country: 'SG', account, exchange: { folder: join(at, 'dbs') } };
  await writeFile(banks, JSON.stringify({ banks: [dbs] }));
  const screening = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"risk":"low"}');
  });
  const server = await startServer({
    dataFolder: at,
    webRoot: undefined,
    settings: readSettings({
      ...productionOnLoopback,
      PORT: '0',
      ...databaseEnvironment(await createDatabase()),
      WUSD_SCREENING_URL: `http://127.0.0.1:${await listen(screening)}`,
      WUSD_BANKS_FILE: banks,
      WUSD_BLOBS: `file://${at}/blobs`,
    }),
  });
  try {
    const { services } = server;
    const { db } = services;
    const config = await createWalletClient({ baseUrl: `${server.url}/api` }).config.get();
    // Only signed-in customers receive the account to wire to.
    expect(config).toMatchObject({ partners: [{ id: 'dbs', name: 'DBS', country: 'SG' }], rails: ['SWIFT'] });
    expect(JSON.stringify(config)).not.toContain(number);

    const { id: customerId } = await createSwapCustomer(services, 0);
    const { reference } = await db
      .selectFrom('customer')
      .select('reference')
      .where('id', '=', customerId)
      .executeTakeFirstOrThrow();
    const files = createFolderStore(join(at, 'dbs'));
    await files.write(
      'in/1.xml',
      notificationOf(number, [{ line: 'C1', currency: 'SGD', amount: 50_000n, remittance: [reference] }]),
    );
    const endedOf = async (direction: 'deposit' | 'withdrawal'): Promise<string | undefined> =>
      (await db.selectFrom('fiat_transaction').select('status').where('direction', '=', direction).executeTakeFirst())
        ?.status;
    // The workers poll once a second.
    const inTime = { timeout: 30_000 };
    await expect.poll(() => endedOf('deposit'), inTime).toBe('completed');
    const bankAccountId = await saveOldBankAccount(services, customerId);
    await askFiatWithdrawal(services, { customerId, bankAccountId, amount: '100.00' });
    await expect.poll(async () => (await files.list('out')).length, inTime).toBe(1);
    const [told] = await files.list('out');
    const name = told?.name ?? '';
    expect(await complaintsOf(await files.read(`out/${name}`))).toEqual([]);
    const endToEndId = name.replace('.xml', '');
    await files.write('in/2.xml', statementOf(number, [{ line: 'D1', currency: 'SGD', amount: -10_000n, endToEndId }]));
    await expect.poll(() => endedOf('withdrawal'), inTime).toBe('completed');
    expect(await reconcile(services)).toEqual([]);
  } finally {
    await server.close();
    screening.close();
  }
}, 60_000);
