import { expectCovered } from '../support/coverage.ts';

const likeEveryAct = 'as with every act: those of an account’s safety meet it on the same page';
const reviewed = 'the review has said so, and lets nobody go on';

expectCovered({
  name: 'swapping',
  messages: ['swap', 'order'],
  operations: ['getOtcRate', 'submitOtc', 'searchOtc', 'getOtc', 'cancelOtc', 'getOtcReceipt'],
  unlimited: ['submitOtc', 'searchOtc', 'getOtc', 'cancelOtc', 'getOtcReceipt'],
  unshown: {
    'order.more': 'a page holds twenty orders; the server’s tests go from page to page',
    'swap.rebate': 'no pair gives one as its terms stand; prices with one are tested by themselves',
  },
  unmet: {
    'getOtcRate PAIR_NOT_OFFERED': 'the fields offer what there is',
    'getOtcRate TOO_MANY_REQUESTS': 'nobody types three hundred amounts a minute',
    'submitOtc CODE_EXPIRED': 'what was reviewed is over before its codes are',
    'submitOtc CODE_LOCKED': likeEveryAct,
    'submitOtc CAPTCHA_FAILED': 'the registration and the log-in meet it; the script is the same',
    'submitOtc IDENTITY_NOT_VERIFIED': reviewed,
    'submitOtc AMOUNT_BELOW_MINIMUM': reviewed,
    'submitOtc AMOUNT_ABOVE_MAXIMUM': reviewed,
    'submitOtc LIMIT_EXCEEDED': reviewed,
    'submitOtc INSUFFICIENT_BALANCE': 'an order that spends it takes every other quote away first',
    'cancelOtc NOT_FOUND': 'only an order that is shown can be cancelled',
    'getOtcReceipt NOT_FOUND': 'only what was settled offers one',
  },
});
