import type { BankAccount, WalletClient } from '@wusd/api-sdk';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { memoRequiredAddress, payoutAddress, simulatedAddress } from '../src/sandbox/chain.ts';
import { payees } from '../testing/fiat.ts';
import {
  advance,
  bearer,
  clientOf,
  fundedDemoCustomer,
  mei,
  send,
  signIn,
  startTwoNodes,
  type Tokens,
} from '../testing/harness.ts';
import {
  type AddressFields,
  freshAddress,
  type Proof,
  proved,
  savingAccounts,
  savingAddresses,
} from '../testing/new-recipients.ts';

// Recipients that a withdrawal cannot save, and the information before it saves a valid one.

const { node, other } = await startTwoNodes({ sandboxPace: 'manual' });
const { services } = node.server;
let tokens: Tokens;
let api: WalletClient;
beforeAll(async () => {
  await fundedDemoCustomer(node);
});
beforeEach(async () => {
  await advance(61, node, other);
  await services.db.deleteFrom('throttle').execute();
  tokens = await signIn(node);
  api = clientOf(node, tokens);
});

const crypto = savingAddresses(services, () => api);
const fiat = savingAccounts(services, () => api);
const prove = async (intent: Parameters<typeof proved>[1]): Promise<Proof> => proved(services, intent);

describe('a recipient that can’t be saved is refused by the review, as by the call that only saves it', () => {
  const cases: readonly (readonly [string, () => AddressFields])[] = [
    ['another network’s address', () => ({ ...freshAddress(), networkId: 6 })],
    ['a wrong checksum', () => ({ ...freshAddress(), address: '0x52908400098527886E0F7030069857D2E4169Ee7' })],
    ['a burn address', () => ({ ...freshAddress(), address: '0x0000000000000000000000000000000000000001' })],
    ['an address of ours', () => ({ ...freshAddress(), address: payoutAddress(3) })],
    ['a missing memo', () => ({ label: 'Shared', address: memoRequiredAddress, networkId: 12 })],
    ['a memo where there is none', () => ({ ...freshAddress(), memo: '1' })],
    ['a blank label', () => ({ ...freshAddress(), label: '  ' })],
  ];
  type Outcome =
    | { blockers: string[] }
    | { errorName: string; field?: string | undefined; reasonCode?: string | undefined };
  const outcome = (of: Promise<{ blockers: { errCode: string }[]; intentId?: string | undefined }>): Promise<Outcome> =>
    of.then(
      ({ blockers, intentId }) => {
        expect(intentId).toBeUndefined();
        return { blockers: blockers.map(({ errCode }) => errCode) };
      },
      (error: { errorName: string; details: { field?: string; reasonCode?: string } }) => ({
        errorName: error.errorName,
        field: error.details.field?.replace('/body/newRecipient', '/body'),
        reasonCode: error.details.reasonCode,
      }),
    );

  test.each(cases)('%s', async (_, recipient) => {
    const fields = recipient();
    const refused = await outcome(crypto.review(fields));
    expect(refused).toEqual(await outcome(api.blockchainAddresses.reviewAdd(fields)));
    expect(refused).not.toEqual({ blockers: [] });
  });

  test('a saved address, and one on a network that does not carry the currency', async () => {
    const saved = freshAddress();
    await crypto.withdraw(saved, await prove(await crypto.review(saved)));
    await expect(crypto.review({ ...saved, label: 'Again' })).rejects.toMatchObject({
      errorName: 'INVALID_REQUEST',
      details: { field: '/body/newRecipient/address', reasonCode: 'already-saved' },
    });
    await expect(
      api.cryptoTransactions.reviewWithdrawal({
        money: { currency: 'USDT', amount: '20.00' },
        newRecipient: { label: 'Stellar', address: simulatedAddress(12, 9_999n), networkId: 12 },
      }),
    ).rejects.toMatchObject({ details: { field: '/body/newRecipient/networkId', reasonCode: 'not-on-this-network' } });
  });

  const accounts: readonly (readonly [string, Partial<BankAccount['fields']>])[] = [
    ['a prohibited country', { country: 'KP' }],
    ['a BIC of another country', { swiftCode: 'DEUTDEFF' }],
    ['a field that is missing', { beneficiaryAddress: '' }],
    ['a field that is not asked for', { bankCode: '004' }],
    ['a rail that the currency has not', { rail: 'SEPA' }],
  ];
  test.each(accounts)('%s', async (_, change) => {
    const fields = { ...payees['SWIFT SGD'](), ...change };
    const refused = await outcome(fiat.review(fields));
    expect(refused).toEqual(await outcome(api.bankAccounts.reviewAdd(fields)));
    expect(refused).not.toEqual({ blockers: [] });
  });

  test('a saved bank account, and one that the sending account does not reach', async () => {
    const saved = fiat.fresh();
    await fiat.withdraw(saved, await prove(await fiat.review(saved)));
    await expect(fiat.review(saved)).rejects.toMatchObject({
      details: { field: '/body/newRecipient/accountNumber', reasonCode: 'already-saved' },
    });
    await expect(fiat.review(payees['SEPA EUR']())).rejects.toMatchObject({
      details: { field: '/body/newRecipient/currency', reasonCode: 'other-currency' },
    });
    await expect(
      api.fiatTransactions.reviewWithdrawal({
        money: { currency: 'EUR', amount: '20.00' },
        senderAccountId: 'dbs-eur',
        newRecipient: payees['SEPA EUR'](),
      }),
    ).rejects.toMatchObject({ details: { field: '/body/senderAccountId', reasonCode: 'not-one-of' } });
  });

  test('a customer who is not verified', async () => {
    const somchai = clientOf(node, await signIn(node, { ...mei, username: 'somchai@demo.example' }));
    const reviews = [
      await crypto.review(crypto.fresh(), '20.00', somchai),
      await fiat.review(fiat.fresh(), '20.00', somchai),
    ];
    for (const { blockers } of reviews) expect(blockers.map(({ errCode }) => errCode)).toContain('21001');
  });
});

describe('the routes to an unsaved bank account', () => {
  const { country, currency, rail } = payees['SWIFT SGD']();

  test('match the fee and the sender account in the review of the withdrawal', async () => {
    const routes = await api.fiatTransactions.listPayoutRoutes({ country, currency, rail, amount: '20.00' });
    expect(routes.map(({ senderAccountId }) => senderAccountId)).toEqual(['dbs-sgd', 'sg-digital-sgd']);
    const review = await fiat.review(fiat.fresh());
    expect(routes[0]).toMatchObject({ recommended: true, sends: review.sends, fee: review.fees[0] });
    const arrival = Date.parse(routes[0]?.arrivesBy ?? '');
    expect(Math.abs(arrival - Date.parse(review.arrivesBy))).toBeLessThan(60_000);
    expect(arrival).toBeGreaterThan(services.clock.now().getTime() + 24 * 60 * 60_000);
  });

  test.each([
    ['what no rail carries', { country, currency, rail: 'SEPA' as const }, { errorName: 'PAIR_NOT_OFFERED' }],
    [
      'a prohibited country',
      { country: 'KP', currency, rail },
      { errorName: 'COUNTRY_NOT_SUPPORTED', details: { field: '/query/country' } },
    ],
  ])('refuse %s', async (_, query, error) => {
    await expect(api.fiatTransactions.listPayoutRoutes(query)).rejects.toMatchObject(error);
  });

  test.each([
    ['', '/query/bankAccountId', 'missing'],
    ['country=SG&currency=SGD', '/query/rail', 'missing'],
    ['bankAccountId=bnk_01hqxyz0000000000000&country=SG', '/query/country', 'not-asked-for'],
  ])('are requested in exactly one way: “%s”', async (query, field, reasonCode) => {
    expect(await send(node, 'GET', `/fiat-transaction/payout-routes?${query}`, bearer(tokens))).toMatchObject({
      status: 400,
      result: { errorName: 'INVALID_REQUEST', field, reasonCode },
    });
  });
});
