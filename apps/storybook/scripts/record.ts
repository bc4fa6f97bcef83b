// Sends the requests of all screens to a real server with the demo customer’s year, and stores the responses for
// stories.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, startTestPostgres } from '@wusd/api/testing/databases';
import { mailboxAt } from '@wusd/api/testing/mailbox';
import { startServerProcess } from '@wusd/api/testing/process';
import { createAuth } from '@wusd/auth-core';

const username = 'lina@demo.example';
const folder = mkdtempSync(join(tmpdir(), 'wusd-answers-'));
const postgres = await startTestPostgres(folder);
const server = await startServerProcess({
  databaseUrl: await createTestDatabase(postgres.url, { isEmpty: true }),
  env: { WUSD_DEMO_YEAR: 'yes', WUSD_SANDBOX_PACE: 'manual' },
});

interface Asked {
  query?: object;
  body?: object;
}
const answers: Record<string, unknown> = {};
const auth = createAuth({ baseUrl: `${server.url}/api` });

async function ask<T>(path: string, { query = {}, body }: Asked = {}): Promise<T> {
  const token = await auth.getAccessToken();
  const answer = await fetch(`${server.url}/api${path}?${new URLSearchParams({ ...query }).toString()}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
  });
  const { header, result } = (await answer.json()) as { header: { success: boolean; errMsg: string }; result: T };
  if (!header.success) throw new Error(`${path}: ${header.errMsg}`);
  return result;
}
async function keep<T>(operation: string, path: string, asked?: Asked): Promise<T> {
  const result = await ask<T>(path, asked);
  answers[operation] = result;
  return result;
}
const pageOf = { body: { size: 20 } };
type Page = { items: { id: string; status: string; networkId?: number }[] };

try {
  await auth.signIn({
    username,
    password: 'Demo-Wallet-2026!',
    mfa: async ({ challengeId }) => {
      await ask('/mfa/send-email-otp', { body: { challengeId } });
      return { checkType: 2, code: await mailboxAt(server.url).code(username) };
    },
  });
  await keep('getConfig', '/config');
  await keep('getAuthUser', '/user/get-auth-user');
  await keep('getProfile', '/user/profile');
  await keep('getSecurityCheckup', '/user/security-checkup');
  await keep('listSessions', '/user/sessions');
  await keep('listSecurityLog', '/user/security-log');
  await keep('listWalletAccounts', '/wallet-account/list');
  await keep('getValuation', '/wallet-account/valuation', { query: { currency: 'USD' } });
  await keep('getAutoRedemption', '/wallet-account/auto-redemption/display');
  await keep('listLimits', '/limits');
  await keep('listPaymentTerms', '/payment-terms');
  await keep('searchHistory', '/wallet-history/search', pageOf);
  await keep('searchStatements', '/wallet-history/statements/search', pageOf);
  const orders = await keep<Page>('searchOtc', '/otc/search', pageOf);
  const crypto = await keep<Page>('searchCryptoTransactions', '/crypto-transaction/search', pageOf);
  const fiat = await keep<Page>('searchFiatTransactions', '/fiat-transaction/search', pageOf);
  await keep('getOtc', `/otc/${orders.items[0]?.id}`);
  await keep('getCryptoTransaction', `/crypto-transaction/${crypto.items[0]?.id}`);
  await keep('getFiatTransaction', `/fiat-transaction/${fiat.items[0]?.id}`);
  const addresses = await keep<Page>('searchBlockchainAddresses', '/blockchain-address/search', pageOf);
  await keep('listBlockchainAddresses', '/blockchain-address/list');
  await keep('searchBankAccounts', '/bank-account/search', pageOf);
  const [account] = await keep<{ id: string }[]>('listBankAccounts', '/bank-account/list');
  await keep('getBankAccount', `/bank-account/${account?.id}`);
  await keep('listBanks', '/bank-account/get-bank-list/SG');
  await keep('getBankAccountRequirements', '/bank-account/requirements', {
    query: { country: 'SG', currency: 'USD', rail: 'SWIFT' },
  });
  await keep('listPayoutRoutes', '/fiat-transaction/payout-routes', { query: { bankAccountId: account?.id ?? '' } });
  await keep('getDepositAddress', '/wallet-account/deposit-address/WUSD/6');
  await keep('getDepositAccount', '/fiat-transaction/get-deposit-account/dbs');
  const address = addresses.items.find(({ status }) => status === 'active');
  await keep('getCryptoFee', `/crypto-transaction/get-txn-fee/WUSD/${address?.networkId}`);
  await keep('getOtcRate', '/otc/get-otc-rate', {
    body: { payCurrency: 'WUSD', receiveCurrency: 'USD', payAmount: '250.00' },
  });
  writeFileSync(
    join(import.meta.dirname, '../answers/recorded.json'),
    `${JSON.stringify({ recordedAt: new Date().toISOString(), answers }, undefined, 2)}\n`,
  );
} finally {
  await server.stop();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
