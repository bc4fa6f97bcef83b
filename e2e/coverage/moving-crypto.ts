import type { Domain } from '../support/coverage.ts';
import { likeEveryAct, reviewed } from './reasons.ts';

export const movingCrypto: Domain = {
  name: 'moving crypto',
  messages: ['crypto', 'payment'],
  operations: [
    'getDepositAddress',
    'searchCryptoTransactions',
    'getCryptoTransaction',
    'getCryptoReceipt',
    'verifyDeposit',
    'getCryptoFee',
    'withdrawCrypto',
    'cancelCryptoTransaction',
  ],
  limited: ['verifyDeposit'],
  unshown: {
    'crypto.withdraw.link.currency':
      'its property is tested with the form; no network of the demo customer’s address lacks a currency',
  },
  unmet: {
    'getDepositAddress PAIR_NOT_OFFERED': 'the fields offer what there is',
    'getCryptoFee PAIR_NOT_OFFERED': 'the fields offer what there is',
    'getCryptoReceipt NOT_FOUND': 'only what was done offers one',
    'verifyDeposit DEPOSIT_NOT_FOUND': 'the fields offer what there is',
    'verifyDeposit DEPOSIT_CLAIM_CLOSED': 'a claim is refused by a person first; the API’s tests meet it',
    'verifyDeposit TOO_MANY_REQUESTS': 'nobody looks for twenty deposits an hour',
    'withdrawCrypto INTENT_EXPIRED': likeEveryAct,
    'withdrawCrypto CAPTCHA_FAILED': 'the registration and the log-in meet it; the script is the same',
    'withdrawCrypto IDENTITY_NOT_VERIFIED': reviewed,
    'withdrawCrypto INSUFFICIENT_BALANCE': reviewed,
    'withdrawCrypto LIMIT_EXCEEDED': reviewed,
    'withdrawCrypto COOLDOWN_ACTIVE': reviewed,
    'withdrawCrypto DESTINATION_NOT_ACTIVE': reviewed,
    'withdrawCrypto AMOUNT_BELOW_MINIMUM': reviewed,
    'withdrawCrypto AMOUNT_ABOVE_MAXIMUM': reviewed,
    'withdrawCrypto ADDRESS_BURN': reviewed,
    'withdrawCrypto ADDRESS_TOKEN_CONTRACT': reviewed,
    'withdrawCrypto ADDRESS_OWN': reviewed,
    'withdrawCrypto ADDRESS_INVALID': reviewed,
    'withdrawCrypto MEMO_REQUIRED': reviewed,
    'cancelCryptoTransaction NOT_FOUND': 'only a withdrawal that is shown can be cancelled',
    'cancelCryptoTransaction MOVE_NOT_ALLOWED': 'every tab hears of it before it can be asked twice',
  },
};
