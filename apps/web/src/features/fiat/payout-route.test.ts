import type { BankAccount, SenderAccount } from '@wusd/api-sdk/core';
import { expect, test } from 'vitest';
import { findPayoutRoute } from './payout-route.ts';

const sender = (id: string, rails: SenderAccount['rails']) =>
  ({ id, partnerId: 1, currency: 'EUR', rails }) as unknown as SenderAccount;
const account = (id: string, rail: string, status = 'active') =>
  ({ id, status, fields: { currency: 'EUR', rail } }) as unknown as BankAccount;
const draft = { currency: 'EUR' as const, senderAccountId: '', bankAccountId: '', amount: '', purpose: '' };
const senders = [sender('swift', ['SWIFT']), sender('sepa', ['SEPA'])];

test('the sender is the chosen one, else the first that reaches a saved account, else the first', () => {
  expect(findPayoutRoute(draft, senders, [account('iban', 'SEPA')]).sender?.id).toBe('sepa');
  expect(findPayoutRoute({ ...draft, senderAccountId: 'swift' }, senders, [account('iban', 'SEPA')])).toMatchObject({
    sender: { id: 'swift' },
    hasAccount: true,
    reached: [],
  });
  expect(findPayoutRoute(draft, senders, []).sender?.id).toBe('swift');
});

test('a chosen account decides the sender, even if an earlier sender reaches another account', () => {
  const saved = [account('wire', 'SWIFT'), account('iban', 'SEPA')];
  expect(findPayoutRoute({ ...draft, bankAccountId: 'iban' }, senders, saved)).toMatchObject({
    sender: { id: 'sepa' },
    account: { id: 'iban' },
  });
});

test('an account that the sender does not reach, or that is not active, can’t be chosen', () => {
  const saved = [account('iban', 'SEPA'), account('old', 'SEPA', 'disabled'), account('wire', 'SWIFT')];
  const chosen = (bankAccountId: string) =>
    findPayoutRoute({ ...draft, senderAccountId: 'sepa', bankAccountId }, senders, saved).account?.id;
  expect([chosen('iban'), chosen('old'), chosen('wire')]).toEqual(['iban', undefined, undefined]);
});
