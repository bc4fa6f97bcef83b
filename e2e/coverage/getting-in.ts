import type { Domain } from '../support/coverage.ts';

/** What may be tried so often and no more. */
const limited = [
  'login',
  'createToken',
  'register',
  'resendActivation',
  'getActivationInfo',
  'activateAccount',
  'forgotPasswordPrecheck',
  'forgotPasswordValidate',
  'resetPassword',
  'sendSmsOtp',
  'sendEmailOtp',
  'resubmitVerification',
];

export const gettingIn: Domain = {
  name: 'getting in',
  messages: [
    'login',
    'verify',
    'forgot',
    'password',
    'activation',
    'captcha',
    'phone',
    'country',
    'register',
    'identity',
    'documents',
    'profile',
    'attention',
    'field',
    'account',
  ],
  operations: [...limited, 'getProfile'],
  limited,
  unmet: {
    'register COUNTRY_NOT_SUPPORTED': 'the page offers no prohibited country',
    'resubmitVerification COUNTRY_NOT_SUPPORTED': 'nor does this one',
    'createToken INVALID_ACCOUNT': 'the address was accepted by the step before',
    'createToken ACCOUNT_UNAVAILABLE': 'so was the account',
    'createToken SEALED_PAYLOAD_UNREADABLE': 'what the step before sealed can be opened for as long as that step lasts',
    'sendSmsOtp INTENT_EXPIRED':
      'a page sends it as it opens, when the review is new; the mail of its second step meets it',
    'sendSmsOtp RESEND_TOO_SOON': 'the button waits until it can be asked for',
    'sendSmsOtp SMS_UNAVAILABLE': 'the day’s limit of SMS is beyond a journey',
    'sendEmailOtp RESEND_TOO_SOON': 'so does this one',
  },
};
