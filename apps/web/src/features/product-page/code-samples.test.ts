import { expect, test } from 'vitest';
import { balances, movements, rate } from './code-samples.ts';

test('each sample is the body of its example, without the enclosing function', () => {
  expect(balances.split('\n')).toEqual([
    'const auth = createAuth({ baseUrl });',
    'await auth.signIn({ ...credentials, mfa: askCode });',
    'const wallets = await createWalletClient({ baseUrl, auth }).walletAccounts.list();',
    // oxlint-disable-next-line no-template-curly-in-string -- sample code
    'for (const { currency, available } of wallets) print(`${currency} ${available}`);',
  ]);
  for (const sample of [rate, movements]) {
    expect(sample).toMatch(/^const [^]+;$/);
    expect(sample).not.toMatch(/export|import |argv/);
    expect(Math.max(...sample.split('\n').map((line) => line.length))).toBeLessThanOrEqual(92);
  }
});
