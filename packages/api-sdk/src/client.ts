import type { components, operations } from './generated/schema.js';
import { pages, type Pages } from './internal/pages.js';
import { type CallOptions, createTransport, type TransportOptions } from './internal/transport.js';

type Result<Name extends keyof operations> = operations[Name]['responses'] extends {
  200: { content: { 'application/json': { result: infer T } } };
}
  ? T
  : never;
type Body<Name extends keyof operations> = operations[Name] extends {
  requestBody: { content: { 'application/json': infer T } };
}
  ? T
  : never;

export type Config = Result<'getConfig'>;
export type AuthUser = Result<'getAuthUser'>;
export type WalletAccount = components['schemas']['WalletAccount'];
export type Money = components['schemas']['Money'];
export type OtcRate = Result<'getOtcRate'>;
export type OtpSent = Result<'sendSmsOtp'>;
export type SandboxMailbox = Result<'listSandboxMailbox'>;
export type SandboxEvent = Body<'createSandboxEvent'>;
export type WalletAccountQuery = Omit<Body<'searchWalletAccounts'>, 'cursor'>;
export type OtcRateQuery = Body<'getOtcRate'>;

export type WalletClient = ReturnType<typeof createWalletClient>;

/**
 * Client of the WUSD Wallet API. Every method answers the unwrapped `result`.
 *
 * @throws ApiError where the server refuses, {@link TimeoutError} after 50 s, {@link ConnectionError} where no answer can be read
 * @example
 * const api = createWalletClient({ baseUrl: 'https://wallet.example/api', auth });
 * for (const { currency, available } of await api.walletAccounts.list()) console.log(currency, available);
 */
export function createWalletClient(options: TransportOptions) {
  const { http, publicHttp, call, serverTime } = createTransport(options);

  return {
    /** The server's time by its last answer. */
    serverTime,

    config: {
      get: (options?: CallOptions): Promise<Config> =>
        call('GET /config', options, (signal) => publicHttp.GET('/config', { signal })),
    },

    user: {
      /** The signed-in customer: e-mail, scopes, networks. */
      getAuthUser: (options?: CallOptions): Promise<AuthUser> =>
        call('GET /user/get-auth-user', options, (signal) => http.GET('/user/get-auth-user', { signal })),
    },

    mfa: {
      sendSmsOtp: (body: { challengeId: string }, options?: CallOptions): Promise<OtpSent> =>
        call('POST /mfa/send-sms-otp', options, (signal) => publicHttp.POST('/mfa/send-sms-otp', { body, signal })),
      sendEmailOtp: (body: { challengeId: string }, options?: CallOptions): Promise<OtpSent> =>
        call('POST /mfa/send-email-otp', options, (signal) => publicHttp.POST('/mfa/send-email-otp', { body, signal })),
    },

    walletAccounts: {
      list: (options?: CallOptions): Promise<WalletAccount[]> =>
        call('GET /wallet-account/list', options, (signal) => http.GET('/wallet-account/list', { signal })),
      search: (query: WalletAccountQuery = {}, options?: CallOptions): Pages<WalletAccount> =>
        pages((cursor) =>
          call('POST /wallet-account/search', options, (signal) =>
            http.POST('/wallet-account/search', { body: cursor === undefined ? query : { ...query, cursor }, signal }),
          ),
        ),
    },

    otc: {
      /** An indicative rate, signed out or in. Give one of `payAmount` and `receiveAmount`. */
      getRate: (body: OtcRateQuery, options?: CallOptions): Promise<OtcRate> =>
        call('POST /otc/get-otc-rate', options, (signal) => publicHttp.POST('/otc/get-otc-rate', { body, signal })),
    },

    /** Test mode only; a production server answers `NOT_FOUND`. */
    sandbox: {
      mailbox: (recipient?: string, options?: CallOptions): Promise<SandboxMailbox> =>
        call('GET /sandbox/mailbox', options, (signal) =>
          publicHttp.GET('/sandbox/mailbox', {
            params: { query: recipient === undefined ? {} : { recipient } },
            signal,
          }),
        ),
      createEvent: (body: SandboxEvent, options?: CallOptions): Promise<{ reference: string }> =>
        call('POST /sandbox/events', options, (signal) => publicHttp.POST('/sandbox/events', { body, signal })),
      advanceClock: (seconds: number, options?: CallOptions): Promise<{ now: string }> =>
        call('POST /sandbox/clock/advance', options, (signal) =>
          publicHttp.POST('/sandbox/clock/advance', { body: { seconds }, signal }),
        ),
    },
  };
}
