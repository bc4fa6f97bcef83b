import { createWalletClient, type PaymentTerms } from '@wusd/api-sdk';
import { decimalsOf } from '@wusd/api-sdk/domain';
import { compare, fromMinor, toMinor } from '@wusd/api-sdk/money';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { findCustomerByEmail } from '../src/commands/customers.ts';
import { payees, saveOldBankAccount } from '../testing/fiat.ts';
import { asMei } from '../testing/as-mei.ts';
import { cryptoWithdrawalsOf } from '../testing/crypto-withdrawals.ts';
import { mei } from '../testing/harness.ts';

// The payment terms that callers can read in advance match the review of the payment.

const me = await asMei();
const { node, other, services } = me;
const { db, vault } = services;
const saved: { address: string; accounts: Record<string, string> } = { address: '', accounts: {} };
const { addressOf, bodyOf } = cryptoWithdrawalsOf(node, other, () => ({ api: me.api, saved: saved.address }));

beforeAll(async () => {
  const customerId = (await findCustomerByEmail(db, vault, mei.username))?.id ?? '';
  saved.address = await addressOf();
  for (const [kind, fields] of Object.entries(payees))
    saved.accounts[kind] = await saveOldBankAccount(services, customerId, fields());
});

const termsOf = async (is: (row: PaymentTerms) => boolean): Promise<PaymentTerms> => {
  const found = (await me.api.history.listPaymentTerms()).find(is);
  if (!found) throw new Error('There are no such terms');
  return found;
};

/** Error codes of reviews: below the minimum, above the maximum, above the remaining limit. */
const outOfBounds = new Set(['21005', '21006', '21003']);

/** Amounts on both sides of each bound, and others up to the largest. */
function amounts({ currency, minimum, maximum, maximumNow }: PaymentTerms): fc.Arbitrary<string> {
  const scale = decimalsOf(currency);
  const bounds = [minimum, maximum, maximumNow].flatMap((bound) => (bound ? [toMinor(bound.amount, scale)] : []));
  const most = bounds.reduce((a, b) => (a > b ? a : b));
  const near = bounds.flatMap((bound) => [bound - 1n, bound, bound + 1n]).filter((amount) => amount > 0n);
  return fc.oneof(fc.constantFrom(...near), fc.bigInt(1n, 2n * most)).map((minor) => fromMinor(minor, scale));
}

const isWithin = ({ minimum, maximum, maximumNow }: PaymentTerms, amount: string): boolean =>
  compare(amount, minimum.amount) >= 0 &&
  [maximum, maximumNow].every((bound) => !bound || compare(amount, bound.amount) <= 0);

const isInBounds = (blockers: readonly { errCode: string }[]): boolean =>
  !blockers.some(({ errCode }) => outOfBounds.has(errCode));

describe('the terms of a payment are those of its review:', () => {
  test.each(Object.keys(payees))('a withdrawal by %s', async (kind) => {
    const [rail, currency] = kind.split(' ');
    const terms = await termsOf(
      (row) => row.act === 'fiat withdrawal' && row.rail === rail && row.currency === currency,
    );
    const senders = await me.api.fiatTransactions.listSenderAccounts();
    const bankAccountId = saved.accounts[kind] ?? '';
    await fc.assert(
      fc.asyncProperty(amounts(terms), fc.constantFrom(...(terms.partnerIds ?? [])), async (amount, partnerId) => {
        const sender = senders.find((each) => each.partnerId === partnerId && each.currency === currency);
        const review = await me.api.fiatTransactions.reviewWithdrawal({
          money: { currency: terms.currency, amount },
          senderAccountId: sender?.id ?? '',
          bankAccountId,
        });
        expect(review.fees).toEqual(terms.fees);
        expect(isInBounds(review.blockers)).toBe(isWithin(terms, amount));
        expect(Date.parse(review.arrivesBy)).toBeGreaterThanOrEqual(Date.parse(terms.arrivesBy ?? ''));
      }),
      { numRuns: 12 },
    );
  });

  test('a withdrawal over a network', async () => {
    const terms = await termsOf(
      (row) => row.act === 'crypto withdrawal' && row.networkId === 3 && row.currency === 'WUSD',
    );
    await fc.assert(
      fc.asyncProperty(amounts(terms), async (amount) => {
        const review = await me.api.cryptoTransactions.reviewWithdrawal(bodyOf(amount));
        expect(review.fees).toEqual(terms.fees);
        expect(isInBounds(review.blockers)).toBe(isWithin(terms, amount));
      }),
      { numRuns: 12 },
    );
  });

  test('a deposit from a bank', async () => {
    const terms = await termsOf((row) => row.act === 'fiat deposit' && row.currency === 'JPY');
    await fc.assert(
      fc.asyncProperty(amounts(terms), fc.constantFrom(...(terms.partnerIds ?? [])), async (amount, partnerId) => {
        const review = await me.api.fiatTransactions.reviewDeposit({ currency: 'JPY', amount, partnerId });
        expect(review.fees).toEqual(terms.fees);
        expect(isInBounds(review.blockers)).toBe(isWithin(terms, amount));
      }),
      { numRuns: 12 },
    );
  });

  test('a deposit over a network', async () => {
    const rows = (await me.api.history.listPaymentTerms()).filter(({ act }) => act === 'crypto deposit');
    for (const { currency, networkId, minimum, confirmationsNeeded } of rows.filter(
      ({ currency: of }) => of === 'USDC',
    )) {
      const target = await me.api.walletAccounts.getDepositAddress({ currency, networkId: networkId ?? 3 });
      expect(target).toMatchObject({ minimum, confirmationsNeeded });
    }
  });

  test('a swap', async () => {
    const terms = await termsOf(({ act, counterCurrency }) => act === 'swap' && counterCurrency === 'SGD');
    await fc.assert(
      fc.asyncProperty(amounts(terms), async (payAmount) => {
        const quote = await me.api.otc.getRate({ payCurrency: 'WUSD', receiveCurrency: 'SGD', payAmount });
        expect(quote).toMatchObject({
          basisPoints: terms.basisPoints,
          minimum: terms.minimum,
          maximum: terms.maximum,
        });
        const review = await me.api.otc.review({ quoteId: quote.quoteId ?? '' });
        expect(isInBounds(review.blockers)).toBe(isWithin(terms, payAmount));
        expect(review.holds?.some(({ reasonCode }) => reasonCode === 'needs-approval') ?? false).toBe(
          compare(payAmount, terms.approvalAbove?.amount ?? '0') > 0,
        );
      }),
      { numRuns: 12 },
    );
  });
});

test('a caller who is not signed in gets the same terms without the remaining limits', async () => {
  const mine = await me.api.history.listPaymentTerms();
  const general = await createWalletClient({ baseUrl: node.baseUrl }).history.listPaymentTerms();
  // Arrival times differ because the clock advances between the two answers.
  const impersonal = { maximumNow: undefined, rollingDay: undefined, rolling30Days: undefined, arrivesBy: undefined };
  expect(general.map((row) => ({ ...row, ...impersonal }))).toEqual(mine.map((row) => ({ ...row, ...impersonal })));
  expect(
    general.every(({ maximumNow, rollingDay, rolling30Days }) => !(maximumNow ?? rollingDay ?? rolling30Days)),
  ).toBe(true);
  expect(new Set(general.map(({ act }) => act)).size).toBe(5);
});
