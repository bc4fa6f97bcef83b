import type { Domain } from '../support/coverage.ts';

export const lookingBack: Domain = {
  name: 'looking back',
  messages: ['history', 'limits', 'fees', 'statements'],
  operations: [
    'listWalletAccounts',
    'getValuation',
    'searchHistory',
    'exportHistory',
    'startHistoryExport',
    'getHistoryExport',
    'getHistoryExportFile',
    'listLimits',
    'listPaymentTerms',
    'searchStatements',
    'getStatementFile',
  ],
  limited: ['exportHistory', 'startHistoryExport', 'getStatementFile'],
  unshown: {
    'fees.none.title': 'every currency has a payment; its story has none',
    'fees.none.body': 'likewise',
    'fees.rebate': 'no pair of the first terms gives one; the operators may change that',
    'history.countMore': 'a page holds fifty entries; the list’s story has a hundred thousand',
    'history.moreFailed': 'the same; the list’s story loses its connection half-way',
    'statements.more': 'a page holds twenty-four statements, more than a customer of a journey has',
    'history.export.gone': 'a file is kept for a day, and a page that long is signed out',
  },
  unmet: {
    'exportHistory TOO_MANY_REQUESTS': 'nobody makes sixty files an hour',
    'startHistoryExport TOO_MANY_REQUESTS': 'nobody makes sixty files an hour',
    'getStatementFile TOO_MANY_REQUESTS': 'nobody makes a hundred and twenty files an hour',
    'getStatementFile STATEMENT_TOO_LONG': 'no customer of a journey has five thousand movements',
    'getStatementFile NOT_FOUND': 'the list names only statements that there are',
    'startHistoryExport EXPORT_TOO_LONG': 'no customer of a journey has twenty thousand entries',
    'getHistoryExport NOT_FOUND': 'a file is kept for a day, and a page that long is signed out',
    'getHistoryExportFile NOT_FOUND': 'the same',
  },
};
