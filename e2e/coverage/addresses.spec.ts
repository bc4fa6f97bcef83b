import { expectCovered } from '../support/coverage.ts';

const likeEveryAct = 'as with every act: those of an account’s safety meet it on the same page';
const reviewed = 'the review has said so, and lets nobody go on';

expectCovered({
  name: 'saving addresses',
  messages: ['address'],
  operations: ['addBlockchainAddress', 'listBlockchainAddresses', 'deleteBlockchainAddress'],
  unlimited: ['addBlockchainAddress', 'listBlockchainAddresses', 'deleteBlockchainAddress'],
  unmet: {
    'addBlockchainAddress CODE_INCORRECT': likeEveryAct,
    'addBlockchainAddress CODE_EXPIRED': likeEveryAct,
    'addBlockchainAddress CODE_LOCKED': likeEveryAct,
    'addBlockchainAddress INTENT_EXPIRED': likeEveryAct,
    'addBlockchainAddress ADDRESS_INVALID': reviewed,
    'addBlockchainAddress MEMO_REQUIRED': reviewed,
    'addBlockchainAddress IDENTITY_NOT_VERIFIED': reviewed,
    'deleteBlockchainAddress NOT_FOUND': 'only an address that is shown can be deleted',
    'deleteBlockchainAddress MOVE_NOT_ALLOWED': 'every tab hears of it before it can be asked twice',
  },
});
