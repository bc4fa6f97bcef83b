import type { Domain } from '../support/coverage.ts';
import { reviewed } from './reasons.ts';

const otherRate = 'a journey’s rate stays; stories show one that moved, and a property test compares them';

export const swapping: Domain = {
  name: 'swapping',
  messages: ['swap', 'order'],
  operations: ['getOtcRate', 'submitOtc', 'searchOtc', 'getOtc', 'cancelOtc', 'getOtcReceipt'],
  limited: ['getOtcRate'],
  unshown: {
    'swap.renewed.earlierPay': otherRate,
    'swap.renewed.earlierReceive': otherRate,
    'swap.renewed.receiveMore': otherRate,
    'swap.renewed.receiveLess': otherRate,
    'swap.renewed.payMore': otherRate,
    'swap.renewed.payLess': otherRate,
    'swap.countdown.left': 'only a slow journey sees the last seconds of a rate; stories show them',
    'order.more': 'a page holds twenty orders; the server’s tests go from page to page',
    'swap.rebate': 'no pair gives one as its terms stand; prices with one are tested by themselves',
  },
  unmet: {
    'getOtcRate PAIR_NOT_OFFERED': 'the fields offer what there is',
    'getOtcRate TOO_MANY_REQUESTS': 'nobody types three hundred amounts a minute',
    'submitOtc CAPTCHA_FAILED': 'the registration and the log-in meet it; the script is the same',
    'submitOtc IDENTITY_NOT_VERIFIED': reviewed,
    'submitOtc AMOUNT_BELOW_MINIMUM': reviewed,
    'submitOtc AMOUNT_ABOVE_MAXIMUM': reviewed,
    'submitOtc LIMIT_EXCEEDED': reviewed,
    'submitOtc INSUFFICIENT_BALANCE': 'an order that spends it takes every other quote away first',
    'cancelOtc NOT_FOUND': 'only an order that is shown can be cancelled',
    'getOtcReceipt NOT_FOUND': 'only what was settled offers one',
  },
};
