import { topicKey } from '../api/invalidation.ts';

export const addressesKey = topicKey('recipients', 'addresses');
export const bankAccountsKey = topicKey('recipients', 'bank-accounts');
