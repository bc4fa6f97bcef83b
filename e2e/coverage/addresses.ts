import type { Domain } from '../support/coverage.ts';
import { likeEveryAct, reviewed } from './reasons.ts';

export const addresses: Domain = {
  name: 'saving addresses',
  messages: ['address', 'recipients'],
  operations: ['addBlockchainAddress', 'listBlockchainAddresses', 'deleteBlockchainAddress'],
  unshown: {
    'recipients.search': 'shown from five recipients; a component test has as many',
    'recipients.none': 'likewise',
  },
  limited: [],
  unmet: {
    'addBlockchainAddress INTENT_EXPIRED': likeEveryAct,
    'addBlockchainAddress ADDRESS_INVALID': reviewed,
    'addBlockchainAddress ADDRESS_BURN': reviewed,
    'addBlockchainAddress ADDRESS_TOKEN_CONTRACT': reviewed,
    'addBlockchainAddress ADDRESS_OWN': reviewed,
    'addBlockchainAddress MEMO_REQUIRED': reviewed,
    'addBlockchainAddress IDENTITY_NOT_VERIFIED': reviewed,
    'deleteBlockchainAddress NOT_FOUND': 'only an address that is shown can be deleted',
    'deleteBlockchainAddress MOVE_NOT_ALLOWED': 'every tab hears of it before it can be asked twice',
  },
};
