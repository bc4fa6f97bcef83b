import { expect, test } from 'vitest';
import { sdkExample } from './sdk-example.ts';

test('the example on the product page is what integrators need of it, and nothing around', () => {
  expect(sdkExample.split('\n')).toEqual([
    'const auth = createAuth({ baseUrl });',
    'await auth.signIn({ ...credentials, mfa: askCode });',
    'const wallets = await createWalletClient({ baseUrl, auth }).walletAccounts.list();',
    // oxlint-disable-next-line no-template-curly-in-string -- code that is shown
    'for (const { currency, available } of wallets) print(`${currency} ${available}`);',
  ]);
});
