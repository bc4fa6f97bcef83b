import { currencies, languages, Network, partners } from '@wusd/api-sdk/domain';
import { bcp47 } from '@wusd/i18n';
import { formatMessage } from '@wusd/i18n/server';
import { Decimal } from 'decimal.js';
import { expect, test } from 'vitest';
import { buildPaymentInitiation } from '../src/gateways/banks/payment-initiation.ts';
import { parseAddress } from '../src/domains/destinations/blockchain-addresses/address-formats.ts';
import { createId } from '../src/platform/ids.ts';
import { cryptoCurrencies, fiatCurrencies } from '@wusd/server-kit/registry/currencies';
import { keysOf } from '@wusd/server-kit/registry/lookup';
import { simulatedAddress } from '../src/sandbox/chain.ts';
import { payees, saveOldBankAccount } from '../testing/fiat.ts';
import { complaintsOf } from '../testing/file-bank.ts';
import { ownerOf } from '../testing/movements.ts';
import { saveOldAddress } from '../testing/withdrawals.ts';
import { asMei } from '../testing/as-mei.ts';
import { mei, send } from '../testing/harness.ts';

// Every key of the contract's registries works from end to end. See docs/recipes.

const me = await asMei();
const { node, services } = me;
const swapped = currencies.filter((currency) => currency !== 'WUSD');
const networks = Object.entries(Network);
const ways = keysOf(payees);

test('a customer has a wallet account in every currency', async () => {
  const held = await me.api.walletAccounts.list();
  expect(held.map(({ currency }) => currency).toSorted()).toEqual(currencies.toSorted());
});

test.each(swapped)('%s is priced against WUSD in both directions', async (currency) => {
  for (const asked of [
    { payCurrency: 'WUSD', receiveCurrency: currency, payAmount: '20.00' },
    { payCurrency: currency, receiveCurrency: 'WUSD', receiveAmount: '20.00' },
  ] as const) {
    const { rate, quoteId } = await me.api.otc.getRate(asked);
    expect(new Decimal(rate).greaterThan(0)).toBe(true);
    expect(quoteId).toBeDefined();
  }
});

test.each(cryptoCurrencies)('%s can be received on at least one network', async (currency) => {
  const { currencyNetworks } = await node.api.config.get();
  const networkIds = currencyNetworks.find((each) => each.currency === currency)?.networkIds ?? [];
  expect(networkIds).not.toEqual([]);
  for (const networkId of networkIds)
    await expect(me.api.walletAccounts.getDepositAddress({ currency, networkId })).resolves.toMatchObject({
      minimum: { currency },
    });
});

test.each(fiatCurrencies)('%s can be paid out by at least one rail with a known fee', async (currency) => {
  const { currencyRails } = await node.api.config.get();
  const offered = currencyRails.flatMap((each) => (each.currency === currency ? [each.rail] : []));
  expect(offered).not.toEqual([]);
  const fees = await me.api.fiatTransactions.getFees(currency);
  expect(fees.map(({ rail }) => rail).toSorted()).toEqual(offered.toSorted());
});

test.each(networks)('%s has a deposit address, and a withdrawal over it has a quote', async (_, networkId) => {
  const target = await me.api.walletAccounts.getDepositAddress({ currency: 'WUSD', networkId });
  expect(parseAddress(networkId, target.address)).toBe(target.address);
  const { id } = await ownerOf(services, mei.username);
  const addressId = await saveOldAddress(services, id, networkId, simulatedAddress(networkId, 1_234_567n));
  const review = await me.api.cryptoTransactions.reviewWithdrawal({
    addressId,
    money: { currency: 'WUSD', amount: '20.00' },
  });
  expect(review).toMatchObject({ blockers: [], receives: { currency: 'WUSD', amount: '20.00' } });
  expect(review.fees).toEqual([await me.api.cryptoTransactions.getFee({ currency: 'WUSD', networkId })]);
});

test.each(ways)('an account of %s can be saved, and a payout to it is a valid pain.001', async (way) => {
  const { id } = await ownerOf(services, mei.username);
  const bankAccountId = await saveOldBankAccount(services, id, payees[way]());
  const { fields: payee } = await me.api.bankAccounts.get(bankAccountId);
  const { rail, currency } = payee;
  const [partnerId] =
    (await node.api.config.get()).currencyRails.find((each) => each.rail === rail && each.currency === currency)
      ?.partnerIds ?? [];
  if (partnerId === undefined) throw new Error(`No bank pays out ${currency} by ${rail}`);
  const { account } = services.gateways.partners.find((bank) => bank.id === partnerId) ?? {};
  if (account === undefined) throw new Error(`${partnerId} has no account`);
  const endToEndId = createId('ftx', services.clock).replace('_', '').toUpperCase();
  const payment = { endToEndId, partnerId, rail, currency, amount: 25_000n, payee, requestedAt: services.clock.now() };
  expect(await complaintsOf(buildPaymentInitiation({ ...payment, purpose: 'Rent' }, account))).toEqual([]);
});

test.each(partners)('%s receives deposits', async (partnerId) => {
  const account = await me.api.fiatTransactions.getDepositAccount(partnerId);
  expect(account.partnerId).toBe(partnerId);
  expect(account.currencies).not.toEqual([]);
});

test.each(languages)('errors are returned in %s', async (language) => {
  const { header } = await send(node, 'GET', '/nothing', { headers: { 'accept-language': bcp47(language) } });
  expect(header.errMsg).toBe(formatMessage(language, 'error.notFound'));
});
