import { expectCovered } from '../support/coverage.ts';

expectCovered({
  name: 'swapping',
  messages: ['swap', 'order'],
  operations: ['getOtcRate', 'submitOtc', 'searchOtc', 'getOtc', 'cancelOtc', 'getOtcReceipt'],
  unmet: {},
});
