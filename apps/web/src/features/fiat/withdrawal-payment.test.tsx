import type { BankAccount } from '@wusd/api-sdk/core';
import { expect, test } from 'vitest';
import { readLink } from './withdrawal-payment.ts';

const saved = (id: string, currency: string, status = 'active') =>
  ({ id, status, fields: { currency } }) as unknown as BankAccount;
const known = {
  accounts: [saved('bnk_usd', 'USD'), saved('bnk_eur', 'EUR'), saved('bnk_off', 'USD', 'disabled')],
  first: 'USD' as const,
};

test.each([
  [{ to: 'bnk_eur', amount: '12.50' }, { currency: 'EUR', bankAccountId: 'bnk_eur', amount: '12.50' }, undefined],
  [
    { to: 'bnk_usd', amount: '1e3' },
    { currency: 'USD', bankAccountId: 'bnk_usd', amount: '' },
    'crypto.withdraw.link.amount',
  ],
  [{ amount: '5' }, { currency: 'USD', bankAccountId: '', amount: '5' }, undefined],
  [{ to: 'bnk_other', amount: '5' }, undefined, 'crypto.withdraw.link.recipient'],
  [{ to: 'bnk_off' }, undefined, 'crypto.withdraw.link.recipient'],
])('the link %j fills in %j', (link, draft, ignored) => {
  const { draft: filled, ignored: said } = readLink(link, known);
  if (draft) expect(filled).toMatchObject({ ...draft, senderAccountId: '', purpose: '' });
  else expect(filled).toBeUndefined();
  expect(said).toBe(ignored);
});
