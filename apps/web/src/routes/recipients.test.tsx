import type { BankAccount, BlockchainAddress } from '@wusd/api-sdk/core';
import { scopes } from '@wusd/api-sdk/domain';
import { afterEach, expect, test } from 'vitest';
import { renderInApp, signIn } from '../../testing/render.tsx';
import { queryClient } from '../shared/api/query-client.tsx';
import { addressesQuery } from '../shared/money/saved-addresses.ts';
import { bankAccountsQuery } from '../shared/money/saved-bank-accounts.ts';
import RecipientsRoute from './recipients.tsx';

const account = (label: string, status: BankAccount['status'] = 'active') =>
  ({
    id: `bnk_${label}`,
    status,
    timeline: status === 'inactive' ? [{ status, at: '2026-03-01T00:00:00.000Z', reason: 'The name differs.' }] : [],
    fields: { label, bankName: 'DBS Bank', country: 'SG', currency: 'SGD', accountNumber: `00${label.length}5678` },
  }) as unknown as BankAccount;
const address = (label: string) =>
  ({
    id: `adr_${label}`,
    status: 'active',
    timeline: [],
    label,
    networkId: 3,
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
  }) as unknown as BlockchainAddress;

async function renderRecipients(accounts: BankAccount[], addresses: BlockchainAddress[]) {
  signIn({ scopes: [...scopes] });
  queryClient.setQueryDefaults(bankAccountsQuery().queryKey, { staleTime: Infinity });
  queryClient.setQueryDefaults(addressesQuery().queryKey, { staleTime: Infinity });
  queryClient.setQueryData(bankAccountsQuery().queryKey, accounts);
  queryClient.setQueryData(addressesQuery().queryKey, addresses);
  return renderInApp(<RecipientsRoute />, { at: '/recipients' });
}
afterEach(() => queryClient.clear());

test('a search finds a recipient by part of its number, and reports when nothing matches', async () => {
  const { screen } = await renderRecipients(
    ['Rent', 'School', 'Electricity', 'Savings'].map((label) => account(label)),
    [address('Cold storage')],
  );
  const search = screen.getByLabelText('Search recipients');
  await search.fill('9EE7');
  await expect.element(screen.getByRole('button', { name: /^Send/ })).toHaveAccessibleName('Send · Cold storage');
  await search.fill('nobody');
  await expect.element(screen.getByText('No recipient matches “nobody”.')).toBeVisible();
  expect(screen.getByRole('button', { name: /^Send/ }).elements()).toHaveLength(0);
});

test('a short list of recipients has no search field', async () => {
  const { screen } = await renderRecipients([account('Rent')], [address('Cold storage')]);
  await expect.element(screen.getByText('Cold storage')).toBeVisible();
  expect(screen.getByLabelText('Search recipients').query()).toBeNull();
});

test('a rejected recipient shows the reason and no send button', async () => {
  const { screen } = await renderRecipients([account('Rent', 'inactive')], []);
  await expect.element(screen.getByText('The name differs.')).toBeVisible();
  expect(screen.getByRole('button', { name: /^Send/ }).query()).toBeNull();
});

test('sending opens the withdrawal form for the kind of recipient', async () => {
  const { screen, router } = await renderRecipients([account('Rent')], [address('Cold storage')]);
  await screen.getByRole('button', { name: 'Send · Rent' }).click();
  await expect.poll(() => router.state.location.pathname).toBe('/fiat-withdraw');
});
