import type { Domain } from '../support/coverage.ts';
import { likeEveryAct, reviewed } from './reasons.ts';

const isShown = 'only an account that is shown can be asked for';
const notOffered = 'the page offers no prohibited country';
const everyTab = 'every tab hears of it before it can be asked twice';

export const bankAccounts: Domain = {
  name: 'saving bank accounts',
  messages: ['bank'],
  operations: [
    'addBankAccount',
    'editBankAccount',
    'listBankAccounts',
    'deleteBankAccount',
    'setDefaultBankAccount',
    'getBankAccountRequirements',
    'listBanks',
  ],
  limited: [],
  unmet: {
    'addBankAccount COUNTRY_NOT_SUPPORTED': notOffered,
    'editBankAccount COUNTRY_NOT_SUPPORTED': notOffered,
    'getBankAccountRequirements COUNTRY_NOT_SUPPORTED': notOffered,
    'addBankAccount INTENT_EXPIRED': likeEveryAct,
    'addBankAccount IDENTITY_NOT_VERIFIED': reviewed,
    'editBankAccount INTENT_EXPIRED': likeEveryAct,
    'editBankAccount NOT_FOUND': isShown,
    'editBankAccount MOVE_NOT_ALLOWED': 'the page lets nobody change one that can’t be',
    'deleteBankAccount NOT_FOUND': isShown,
    'deleteBankAccount MOVE_NOT_ALLOWED': everyTab,
    'setDefaultBankAccount NOT_FOUND': isShown,
    'setDefaultBankAccount DESTINATION_NOT_ACTIVE': everyTab,
  },
};
