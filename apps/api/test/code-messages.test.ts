import { expect, test } from 'vitest';
import { transact } from '../src/platform/database/database.ts';
import { saveAddress } from '../src/domains/destinations/blockchain-addresses/addresses.ts';
import { findCustomerByEmail } from '../src/commands/customers.ts';
import { simulatedAddress } from '../src/sandbox/chain.ts';
import { clientOf, delivered, eventually, mei, signIn, startTwoNodes } from '../testing/harness.ts';

const { node } = await startTwoNodes();

test('a code message names the amount and the recipient, so that a customer spots a wrong payment (control 8)', async () => {
  const { services } = node.server;
  const { db, vault } = services;
  const api = clientOf(node, await signIn(node));
  const address = simulatedAddress(3, 700n);
  const ends = `${address.slice(0, 6)}…${address.slice(-4)}`;
  const addressId = await transact(db, async (trx) => {
    const customer = await findCustomerByEmail(trx, vault, mei.username);
    if (!customer) throw new Error('No demo customer');
    return saveAddress(trx, services, customer, { label: 'Cold', address, networkId: 3 });
  });
  await eventually(async () => {
    const [saved] = await api.blockchainAddresses.list();
    const wallet = (await api.walletAccounts.list()).find(({ currency }) => currency === 'WUSD');
    return saved?.status === 'active' && wallet?.available.startsWith('12480') ? true : undefined;
  });
  const { quoteId = '' } = await api.otc.getRate({ payCurrency: 'WUSD', receiveCurrency: 'USD', payAmount: '100.00' });
  const another = simulatedAddress(3, 701n);
  const reviews = {
    [`withdraw 250.00 WUSD to ${ends}`]: await api.cryptoTransactions.reviewWithdrawal({
      money: { currency: 'WUSD', amount: '250.00' },
      addressId,
    }),
    [`save the Ethereum address ${another.slice(0, 6)}…${another.slice(-4)}`]: await api.blockchainAddresses.reviewAdd({
      label: 'Other',
      address: another,
      networkId: 3,
    }),
    'swap 100.00 WUSD for 100.00 USD': await api.otc.review({ quoteId }),
  };
  for (const [named, { intentId = '' }] of Object.entries(reviews)) {
    await api.mfa.sendSmsOtp({ intentId });
    await delivered(node);
    const [sms] = (await node.api.sandbox.mailbox(mei.phone)).messages;
    expect(sms?.text).toContain(`is your code to ${named}.`);
    expect(sms?.text).not.toContain(address);
  }
});
