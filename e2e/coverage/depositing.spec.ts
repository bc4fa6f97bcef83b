import { expectCovered } from '../support/coverage.ts';

expectCovered({
  name: 'depositing',
  messages: ['crypto'],
  operations: [
    'getDepositAddress',
    'searchCryptoTransactions',
    'getCryptoTransaction',
    'getCryptoReceipt',
    'verifyDeposit',
  ],
  unlimited: ['getDepositAddress', 'searchCryptoTransactions', 'getCryptoTransaction', 'getCryptoReceipt'],
  unmet: {
    'getDepositAddress PAIR_NOT_OFFERED': 'the fields offer what there is',
    'getCryptoReceipt NOT_FOUND': 'only what was credited offers one',
    'verifyDeposit TOO_MANY_REQUESTS': 'nobody looks for twenty deposits an hour',
  },
});
