// Checked by the compiler (`npm run typecheck`). At run time these tests check nothing.
import { describe, expectTypeOf, test } from 'vitest';
import type {
  ActOptions,
  ApiError,
  Body,
  Call,
  CallError,
  ConnectionError,
  createClientOf,
  OtcOrder,
  Page,
  Review,
  TimeoutError,
  WalletAccount,
  WalletClient,
} from '../src/index.js';
import type * as resources from '../src/resources/index.js';

declare const api: WalletClient;
type SubmitError = CallError<'POST /otc/submit-otc'>;

describe('types', () => {
  test('a call resolves with the unwrapped result, and its raw form includes the response', () => {
    expectTypeOf<ReturnType<typeof api.walletAccounts.list>>().resolves.toEqualTypeOf<WalletAccount[]>();
    expectTypeOf<ReturnType<typeof api.otc.submit>>().toEqualTypeOf<Call<OtcOrder, 'POST /otc/submit-otc'>>();
    expectTypeOf<Awaited<ReturnType<ReturnType<typeof api.otc.submit>['raw']>>>().toEqualTypeOf<{
      result: OtcOrder;
      response: Response;
    }>();
  });

  test('a review returns a review, and an action returns its entity', () => {
    expectTypeOf<Awaited<ReturnType<typeof api.otc.review>>>().toEqualTypeOf<Review>();
    expectTypeOf<Awaited<ReturnType<typeof api.contact.changePhone>>>().toEqualTypeOf<null>();
  });

  test('an amount is never a number', () => {
    // @ts-expect-error an amount is a plain decimal string
    void (() => api.otc.getRate({ payCurrency: 'USD', receiveCurrency: 'WUSD', payAmount: 1000 }));
    expectTypeOf<WalletAccount['available']>().toEqualTypeOf<string>();
  });

  test('a currency, a network and a rail must be one of the contract', () => {
    expectTypeOf<Body<'POST /bank-account'>['rail']>().toEqualTypeOf<'SWIFT' | 'ACH' | 'FPS' | 'SEPA'>();
    // @ts-expect-error no such currency
    void (() => api.cryptoTransactions.getFee({ currency: 'DOGE', networkId: 3 }));
    // @ts-expect-error no such network
    void (() => api.cryptoTransactions.getFee({ currency: 'WUSD', networkId: 2 }));
  });

  test('an outcome narrows by ok, then by errCode or errorName, to the details of the error', () => {
    void (async () => {
      const outcome = await api.otc.submit({ quoteId: 'quo' }, {}).safe();
      if (outcome.ok) return expectTypeOf(outcome.result).toEqualTypeOf<OtcOrder>();
      const { error } = outcome;
      expectTypeOf(error.operation).toEqualTypeOf<'POST /otc/submit-otc'>();
      if (error.name !== 'ApiError') {
        return expectTypeOf(error).toEqualTypeOf<
          TimeoutError<'POST /otc/submit-otc'> | ConnectionError<'POST /otc/submit-otc'>
        >();
      }
      // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- a default is what a newer server needs
      switch (error.errCode) {
        case '30002':
          return expectTypeOf(error.errorName).toEqualTypeOf<'QUOTE_EXPIRED'>();
        case '21004':
          return expectTypeOf(error.details.bound.amount).toEqualTypeOf<string>();
        case '11001':
          return expectTypeOf(error.details.remainingTries).toEqualTypeOf<number>();
        // @ts-expect-error not an error of this operation
        case '31002':
          return;
        default:
          expectTypeOf(error.message).toEqualTypeOf<string>();
      }
      return undefined;
    });
    expectTypeOf<Extract<SubmitError, { errorName: 'MEMO_REQUIRED' }>>().toEqualTypeOf<never>();
  });

  test('a thrown error narrows by is()', () => {
    expectTypeOf<ApiError['details']['availableAt']>().toEqualTypeOf<string | undefined>();
    void ((error: ApiError) => {
      if (error.is('RESEND_TOO_SOON', 'COOLDOWN_ACTIVE'))
        expectTypeOf(error.details.availableAt).toEqualTypeOf<string>();
      // @ts-expect-error the catalogue has no such name
      error.is('RESEND_TO_SOON');
    });
  });

  test('awaiting pages returns a page, and iterating them returns items', () => {
    const search = () => api.otc.search({ filter: { status: 'rate expired' } });
    expectTypeOf<Awaited<ReturnType<typeof search>>>().toEqualTypeOf<Page<OtcOrder>>();
    void (async () => {
      for await (const order of search()) expectTypeOf(order).toEqualTypeOf<OtcOrder>();
      for await (const page of search().byPage()) expectTypeOf(page).toEqualTypeOf<Page<OtcOrder>>();
    });
  });

  test('an action needs options, and a challenge needs its id and codes', () => {
    expectTypeOf<typeof api.otc.submit>().parameters.toEqualTypeOf<
      [body: Body<'POST /otc/submit-otc'>, options: ActOptions]
    >();
    // @ts-expect-error an act is never done without saying by what
    void (() => api.otc.submit({ quoteId: 'quo' }));
    // @ts-expect-error no codes
    void (() => api.registration.activate({ challengeId: 'chl' }));
    // @ts-expect-error a recovery code stands in for the authenticator alone
    void (() => api.otc.submit({ quoteId: 'quo' }, { mfa: [{ checkType: 1, recoveryCode: 'x' }] }));
  });

  test('a client of chosen resources has no other resource', () => {
    void ((create: typeof createClientOf, { otc }: typeof resources) => {
      const small = create({ baseUrl: '' }, { otc });
      expectTypeOf<keyof typeof small>().toEqualTypeOf<'otc' | 'serverTime'>();
    });
  });
});
