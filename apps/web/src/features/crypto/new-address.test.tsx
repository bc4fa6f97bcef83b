import type { Review } from '@wusd/api-sdk/core';
import { http, HttpResponse } from 'msw/http';
import { beforeEach, expect, test } from 'vitest';
import { exampleOf, succeed } from '../../../testing/contract.ts';
import { type Rendered, renderInApp, signIn } from '../../../testing/render.tsx';
import { server } from '../../../testing/server.ts';
import { configuration } from '../../shared/api/client.ts';
import { queryClient } from '../../shared/api/query-client.tsx';
import { addressesKey } from '../../shared/money/recipient-keys.ts';
import { cryptoWithdrawal } from './withdrawal-payment.ts';
import { WithdrawForm } from './WithdrawForm.tsx';

const withdraw = '*/api/crypto-transaction/withdraw';
const address = '0x52908400098527886E0F7030069857D2E4169EE7';
const money = { currency: 'WUSD' as const, amount: '20.00' };
const review: Review = {
  intentId: 'int_01hqxyz0000000000000',
  expiresAt: new Date(Date.now() + 300_000).toISOString(),
  blockers: [],
  checkGroups: [],
  sends: money,
  fees: [],
  receives: money,
  arrivesBy: '2026-03-03T08:00:00.000Z',
};

beforeEach(() => {
  // The draft of an earlier test would be restored for the same customer.
  localStorage.clear();
  signIn({ scopes: ['wallet.wallets', 'wallet.wallets.withdraw', 'wallet.blockchain_address.add'] });
  configuration.set(exampleOf('getConfig'));
  queryClient.setQueryData(addressesKey, []);
  server.answer(
    http.get('*/api/crypto-transaction/get-txn-fee/*/*', () => succeed('getCryptoFee', exampleOf('getCryptoFee'))),
  );
  cryptoWithdrawal.send({ type: 'reset' });
});

async function typed(): Promise<Rendered['screen']> {
  const { screen } = await renderInApp(<WithdrawForm />);
  await screen.getByRole('button', { name: 'New address' }).click();
  await screen.getByLabelText('Network').selectOptions('Ethereum');
  await screen.getByLabelText('Address', { exact: true }).fill(address);
  await screen.getByLabelText('Name', { exact: true }).fill('Cold storage');
  await screen.getByLabelText('Amount that arrives').fill('20');
  return screen;
}

test('a new address is sent with the review of the withdrawal, in one request', async () => {
  const sent: unknown[] = [];
  server.answer(
    http.post(withdraw, async ({ request }) => {
      sent.push(await request.json());
      return succeed('withdrawCrypto', review);
    }),
  );
  const screen = await typed();
  await screen.getByRole('button', { name: 'Review withdrawal' }).click();
  await expect.poll(() => cryptoWithdrawal.actor.getSnapshot().hasTag('reviewed')).toBe(true);
  const newRecipient = { networkId: 3, address, label: 'Cold storage' };
  expect(sent).toEqual([{ money: { currency: 'WUSD', amount: '20' }, newRecipient }]);
  expect(cryptoWithdrawal.request()).toMatchObject({ newRecipient });
});

test('missing values are reported at their fields, and nothing is sent', async () => {
  const { screen } = await renderInApp(<WithdrawForm />);
  await screen.getByRole('button', { name: 'New address' }).click();
  await expect.element(screen.getByLabelText('Network')).toBeVisible();
  await screen.getByRole('button', { name: 'Review withdrawal' }).click();
  await expect.element(screen.getByLabelText('Network')).toHaveAccessibleDescription(/Network/);
  await expect.element(screen.getByLabelText('Address', { exact: true })).toBeInvalid();
  expect(cryptoWithdrawal.request()).toBeUndefined();
});

test('errors and blockers about the address are shown at the address field', async () => {
  const refusal = {
    header: { success: false, errCode: '00002', errMsg: 'Check what you entered.', serverTime: '2026-03-01T08:00:00Z' },
    result: {
      errorName: 'INVALID_REQUEST',
      retryable: false,
      nextAction: 'correct-input',
      field: '/body/newRecipient/address',
      reasonCode: 'already-saved',
    },
  };
  server.answer(http.post(withdraw, () => HttpResponse.json(refusal, { status: 400 })));
  const screen = await typed();
  await screen.getByRole('button', { name: 'Review withdrawal' }).click();
  await expect.element(screen.getByLabelText('Address', { exact: true })).toHaveAccessibleDescription(/already/);
  expect(screen.getByText('Check what you entered.').query()).toBeNull();

  const blocker = { errCode: '31001', message: 'This is no address of the network.', who: 'customer' as const };
  const { intentId, expiresAt, ...rest } = review;
  void [intentId, expiresAt];
  server.answer(http.post(withdraw, () => succeed('withdrawCrypto', { ...rest, blockers: [blocker] })));
  await screen.getByLabelText('Address', { exact: true }).fill('0x1');
  await screen.getByRole('button', { name: 'Review withdrawal' }).click();
  await expect.element(screen.getByLabelText('Address', { exact: true })).toHaveAccessibleDescription(blocker.message);
  expect(screen.getByText('This withdrawal can’t be made').query()).toBeNull();
});

test('switching back to the saved addresses keeps the amount', async () => {
  const [saved] = exampleOf('listBlockchainAddresses');
  queryClient.setQueryData(addressesKey, saved ? [{ ...saved, status: 'active', networkId: 3 }] : []);
  const screen = await typed();
  await screen.getByRole('button', { name: 'Choose a saved address' }).click();
  await expect.element(screen.getByLabelText('To')).toBeVisible();
  await expect.element(screen.getByLabelText('Amount that arrives')).toHaveValue('20');
});
