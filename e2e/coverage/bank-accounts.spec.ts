import { expectCovered } from '../support/coverage.ts';

const likeEveryAct = 'as with every act: those of an account’s safety meet it on the same page';
const reviewed = 'the review has said so, and lets nobody go on';
const isShown = 'only an account that is shown can be asked for';
const everyTab = 'every tab hears of it before it can be asked twice';

expectCovered({
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
  unlimited: [
    'addBankAccount',
    'editBankAccount',
    'listBankAccounts',
    'deleteBankAccount',
    'setDefaultBankAccount',
    'getBankAccountRequirements',
    'listBanks',
  ],
  unmet: {
    'addBankAccount CODE_INCORRECT': likeEveryAct,
    'addBankAccount CODE_EXPIRED': likeEveryAct,
    'addBankAccount CODE_LOCKED': likeEveryAct,
    'addBankAccount INTENT_EXPIRED': likeEveryAct,
    'addBankAccount IDENTITY_NOT_VERIFIED': reviewed,
    'editBankAccount CODE_INCORRECT': likeEveryAct,
    'editBankAccount CODE_EXPIRED': likeEveryAct,
    'editBankAccount CODE_LOCKED': likeEveryAct,
    'editBankAccount INTENT_EXPIRED': likeEveryAct,
    'editBankAccount NOT_FOUND': isShown,
    'editBankAccount MOVE_NOT_ALLOWED': 'the page lets nobody change one that can’t be',
    'deleteBankAccount NOT_FOUND': isShown,
    'deleteBankAccount MOVE_NOT_ALLOWED': everyTab,
    'setDefaultBankAccount NOT_FOUND': isShown,
    'setDefaultBankAccount DESTINATION_NOT_ACTIVE': everyTab,
  },
});
